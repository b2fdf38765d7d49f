import * as contracts from '@/lib/contracts/projects'
import { personOf } from '../context'
import { operation } from '../operation'
import { projectFields, toProjectView } from './to-project-view'

export const listProjects = operation(contracts.listProjects, async (ctx) => {
  const memberships = await ctx.db.membership.findMany({
    where: { userId: personOf(ctx.actor)?.userId ?? '' },
    select: { role: true, project: { select: projectFields } },
    orderBy: { project: { name: 'asc' } },
  })
  return { projects: memberships.map((membership) => toProjectView(membership.project, membership.role)) }
})
