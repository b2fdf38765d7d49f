import * as contracts from '@/lib/contracts/projects'
import { type ProjectView, role } from '@/lib/contracts/projects'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { type ProjectContext, personOf } from '../context'
import { AppError } from '../errors'
import { listDeciderIds } from '../members/members'
import { operation } from '../operation'
import { setRole } from '../setup/first-run'
import { loadZone } from '../weekly/period'

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

/** Returns the status of a project from index lookups and rollups only, since every page requests it. */
export const getProjectStatus = operation(contracts.getProjectStatus, async (ctx) => {
  const projectId = ctx.project.id
  const [gates, reviews, flagged, latest, deadLetters, page, zone] = await Promise.all([
    ctx.db.gate.aggregate({ where: { projectId, state: 'pending' }, _count: true, _min: { deadlineAt: true } }),
    countReviews(ctx),
    ctx.db.rollupDay.aggregate({ where: { projectId }, _sum: { flagged: true } }),
    ctx.db.runSummary.findFirst({
      where: { projectId },
      orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
      select: { id: true },
    }),
    ctx.db.deadLetter.count({ where: { projectId, status: 'pending', nextAt: null } }),
    ctx.db.weeklyReview.findFirst({ where: { projectId }, orderBy: { week: 'desc' }, select: { week: true } }),
    loadZone(ctx.db, projectId, ctx.now()),
  ])
  return {
    pendingGates: gates._count,
    reviews,
    nextDeadlineAt: gates._min.deadlineAt?.toISOString() ?? null,
    flaggedRuns: flagged._sum.flagged ?? 0,
    deadLetters,
    week: page?.week ?? zone.currentWeek,
    anyRun: latest !== null,
    latestRunId: latest?.id ?? null,
  }
})

/** The navigation shows no more than two digits. */
const COUNTED = 100

/** Counts the runs waiting for the caller, as the review queue hands them out; for a viewer or a key, those waiting for anyone. */
async function countReviews({ db, project, actor, now }: ProjectContext): Promise<number> {
  const at = now()
  const me = personOf(actor)?.userId
  // An assignment or hold of a person who may no longer review counts for nothing.
  const deciders = await listDeciderIds(db, project.id)
  return db.reviewItem
    .findMany({
      where: {
        projectId: project.id,
        state: 'waiting',
        AND: [
          { OR: [{ claimedById: null }, { claimedUntil: { lte: at } }, ...(me ? [{ claimedById: me }] : [])] },
          { OR: [{ heldUntil: null }, { heldUntil: { lte: at } }, { heldById: { notIn: deciders } }] },
          {
            OR: [{ assignedToId: null }, { assignedToId: { notIn: deciders } }, ...(me ? [{ assignedToId: me }] : [])],
          },
        ],
        ...(me && { NOT: { saidBy: { has: me } } }),
      },
      select: { runId: true },
      take: COUNTED,
    })
    .then((rows) => rows.length)
}
