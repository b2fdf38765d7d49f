import * as contracts from '@/lib/contracts/projects'
import { operation } from '../operation'
import { memberFields, toMemberView } from './to-member-view'

export const listMembers = operation(contracts.listMembers, async (ctx) => {
  const rows = await ctx.db.membership.findMany({
    where: { projectId: ctx.project.id },
    select: memberFields,
    orderBy: [{ user: { name: 'asc' } }, { userId: 'asc' }],
  })
  return { members: rows.map(toMemberView) }
})
