import * as contracts from '@/lib/contracts/projects'
import { audit } from '../audit'
import { inTransaction } from '../context'
import { operation } from '../operation'
import { projectFields, toProjectView } from './to-project-view'

export const updateProject = operation(contracts.updateProject, (ctx, input) =>
  inTransaction(ctx, async (tx) => {
    const { id } = ctx.project
    const before = await tx.project.findUniqueOrThrow({ where: { id }, select: projectFields })
    const after = await tx.project.update({ where: { id }, data: input, select: projectFields })
    const told = (row: typeof before) => ({ name: row.name, timeZone: row.timeZone })
    await audit(tx, ctx, 'project.update', `project:${id}`, told(before), told(after))
    return { project: toProjectView(after, ctx.role ?? 'viewer') }
  }),
)
