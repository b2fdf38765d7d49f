import * as contracts from '@/lib/contracts/projects'
import { type ProjectView, role } from '@/lib/contracts/projects'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { personOf } from '../context'
import { AppError } from '../errors'
import { operation } from '../operation'
import { setRole } from '../setup/first-run'

export const listProjects = operation(contracts.listProjects, async (ctx) => {
  const memberships = await ctx.db.membership.findMany({
    where: {
      userId: personOf(ctx.actor)?.userId ?? '',
      OR: [{ role: 'admin' }, { project: { deletesAt: null } }],
    },
    select: { role: true, project: { select: projectFields } },
    orderBy: { project: { name: 'asc' } },
  })
  return { projects: memberships.map((membership) => toProjectView(membership.project, membership.role)) }
})

export const createProject = operation(contracts.createProject, (ctx, { slug, name }) =>
  inTransaction(ctx, async (tx) => {
    const person = personOf(ctx.actor)
    if (!person) throw new AppError('forbidden', 'this needs a signed-in person')
    const made = await tx.project.createManyAndReturn({
      data: [{ slug, name, createdAt: ctx.now() }],
      select: { ...projectFields, id: true },
      skipDuplicates: true,
    })
    const project = made[0]
    if (!project)
      throw new AppError('conflict', 'this address is taken', [{ path: 'slug', message: 'this address is taken' }])
    await setRole(tx, project.id, person.userId, 'admin')
    await audit(tx, { ...ctx, project }, 'project.create', `project:${project.id}`, null, {
      slug,
      name,
    })
    const { id: _, ...row } = project
    return { project: toProjectView(row, 'admin') }
  }),
)

export const updateProject = operation(contracts.updateProject, (ctx, input) =>
  inTransaction(ctx, async (tx) => {
    const { id } = ctx.project
    const before = await tx.project.findUniqueOrThrow({ where: { id }, select: projectFields })
    const after = await tx.project.update({ where: { id }, data: input, select: projectFields })
    const settingsOf = ({ name, timeZone, quietMinutes }: typeof before) => ({ name, timeZone, quietMinutes })
    await audit(tx, ctx, 'project.update', `project:${id}`, settingsOf(before), settingsOf(after))
    return { project: toProjectView(after, ctx.role ?? 'viewer') }
  }),
)

type Row = {
  slug: string
  name: string
  timeZone: string
  quietMinutes: number
  createdAt: Date
  deletesAt: Date | null
}

const projectFields = {
  slug: true,
  name: true,
  timeZone: true,
  quietMinutes: true,
  createdAt: true,
  deletesAt: true,
} as const

function toProjectView(row: Row, memberRole: string): ProjectView {
  return {
    ...row,
    role: role.parse(memberRole),
    createdAt: row.createdAt.toISOString(),
    deletesAt: row.deletesAt?.toISOString() ?? null,
  }
}
