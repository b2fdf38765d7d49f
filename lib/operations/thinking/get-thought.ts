import { getThought as contract, thoughtDetail } from '@/lib/contracts/thinking/sessions'
import { notFound } from '../errors'
import { operation } from '../operation'
import { asRecord, toHistoryThought } from './to-history-thought'

/** One thought in full. @throws not_found also for one that is no longer kept. */
export const getThought = operation(contract, async (ctx, { sessionId, ordinal }) => {
  const where = { projectId_sessionId_ordinal: { projectId: ctx.project.id, sessionId, ordinal } }
  const stored = await ctx.db.thought.findUnique({ where })
  if (!stored) throw notFound('thought')
  return { thought: thoughtDetail.parse({ ...asRecord(stored.result), ...toHistoryThought(stored) }) }
})
