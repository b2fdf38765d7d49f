import * as contracts from '@/lib/contracts/projects'
import { operation } from '../operation'
import { keyFields, toKeyView } from './to-key-view'

export const listKeys = operation(contracts.listKeys, async (ctx) => {
  const rows = await ctx.db.apiKey.findMany({
    where: { projectId: ctx.project.id },
    select: keyFields,
    orderBy: { id: 'desc' },
  })
  return { keys: rows.map(toKeyView) }
})
