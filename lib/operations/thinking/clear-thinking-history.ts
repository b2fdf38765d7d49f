import { clearThinkingHistory as contract } from '@/lib/contracts/thinking/history'
import { audit } from '../audit'
import { inTransaction } from '../context'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { lockSession } from './lock-session'

/** Removes the thoughts of a session and keeps the session, so that its id and its place in the list stay. */
export const clearThinkingHistory = operation(contract, (ctx, { session_id: sessionId }) =>
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
