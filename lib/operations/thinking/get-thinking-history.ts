import { getThinkingHistory as contract } from '@/lib/contracts/thinking/history'
import { branchesOf } from '@/lib/engine/thinking/thought-line'
import { invalidInput } from '../errors'
import { operation } from '../operation'
import { loadKnownThoughts } from './load-thoughts'
import { unknownSession } from './lock-session'
import { toHistoryThought } from './to-history-thought'

/** The thoughts of a session, or of one branch of it, in order of arrival. */
export const getThinkingHistory = operation(
  contract,
  async (ctx, { session_id: sessionId, branch_id: branchId, limit }) => {
    const projectId = ctx.project.id
    const session = await ctx.db.thinkingSession.findUnique({ where: { projectId_id: { projectId, id: sessionId } } })
    if (!session) throw unknownSession()
    const branches = [...branchesOf(await loadKnownThoughts(ctx.db, projectId, sessionId)).keys()]
    if (branchId !== undefined && !branches.includes(branchId))
      throw invalidInput([{ path: 'branch_id', message: 'there is no such branch in this session' }])
    const where = { projectId, sessionId, ...(branchId !== undefined && { branchId }) }
    const total = await ctx.db.thought.count({ where })
    const newest = await ctx.db.thought.findMany({
      where,
      orderBy: { ordinal: 'desc' },
      ...(limit !== undefined && { take: limit }),
    })
    return { session_id: sessionId, thoughts: newest.reverse().map(toHistoryThought), branches, total }
  },
)
