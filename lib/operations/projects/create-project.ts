import * as contracts from '@/lib/contracts/projects'
import { audit } from '../audit'
import { inTransaction, personOf } from '../context'
import { AppError } from '../errors'
import { operation } from '../operation'
import { setRole } from '../setup/default-project'
import { projectFields, toProjectView } from './to-project-view'

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
