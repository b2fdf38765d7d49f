import {
  clearThinkingHistory as clearThinkingHistoryContract,
  getThinkingHistory as getThinkingHistoryContract,
  getThought as getThoughtContract,
  thoughtDetail,
} from '@/lib/contracts/thinking/sessions'
import { inTransaction } from '@/lib/db/transaction'
import { branchesOf } from '@/lib/engine/thinking/place-thought'
import { audit } from '../audit'
import { invalidInput, notFound } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { asRecord, lockSession, toHistoryThought, unknownSession } from './store'
import { loadKnownThoughts } from './think'

/** Returns the thoughts of a session, or of one branch of it, in order of arrival. */
export const getThinkingHistory = operation(
  getThinkingHistoryContract,
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

/** Removes the thoughts of a session but keeps the session, so that its id and list entry stay. */
export const clearThinkingHistory = operation(clearThinkingHistoryContract, (ctx, { session_id: sessionId }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    await lockSession(tx, ctx, sessionId)
    const { count } = await tx.thought.deleteMany({ where: { projectId, sessionId } })
    await tx.thinkingSession.update({
      where: { projectId_id: { projectId, id: sessionId } },
      data: { target: null, workflow: null, thoughts: 0, branches: 0, isFinished: false, updatedAt: ctx.now() },
    })
    await audit(tx, ctx, 'thinking.cleared', `thinking:${sessionId}`, { thoughts: count }, { thoughts: 0 })
    await announce(tx, { project: projectId, topic: 'thinking', id: sessionId })
    return { session_id: sessionId, cleared: count }
  }),
)

/** Returns one thought in full. @throws not_found also for a thought that is no longer kept */
export const getThought = operation(getThoughtContract, async (ctx, { sessionId, ordinal }) => {
  const where = { projectId_sessionId_ordinal: { projectId: ctx.project.id, sessionId, ordinal } }
  const stored = await ctx.db.thought.findUnique({ where })
  if (!stored) throw notFound('thought')
  return { thought: thoughtDetail.parse({ ...asRecord(stored.result), ...toHistoryThought(stored) }) }
})
