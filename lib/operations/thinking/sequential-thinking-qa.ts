import { v7 as uuid } from 'uuid'
import { sequentialThinkingQa as contract, type ThoughtInput } from '@/lib/contracts/thinking/sequential-thinking-qa'
import type { Tx } from '@/lib/db/client'
import { insertRows } from '@/lib/db/rows'
import { effectiveConfiguration } from '../configuration/effective-configuration'
import { inTransaction, type ProjectContext } from '../context'
import { askerOf, inEngine } from '../engine-pool/in-engine'
import { transactionTurns } from '../engine-pool/threads'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { loadKnownThoughts } from './load-thoughts'
import { lockOrMakeSession } from './lock-session'
import { loadProjectWorkflows } from './project-workflows'

const COLUMNS = {
  project_id: 'uuid',
  session_id: 'text',
  ordinal: 'integer',
  number: 'integer',
  branch_id: 'text',
  input: 'jsonb',
  result: 'jsonb',
  recorded_at: 'timestamptz',
}

/** Answers one thought and keeps it, both or neither. Thoughts of a session are taken one after the other. */
export const sequentialThinkingQa = operation(contract, (ctx, input) =>
  transactionTurns().run(askerOf(ctx), () =>
    inTransaction(ctx, (tx) => think(tx, ctx, input, input.session_id ?? uuid())),
  ),
)

async function think(tx: Tx, ctx: ProjectContext, input: ThoughtInput, sessionId: string) {
  const projectId = ctx.project.id
  const session = await lockOrMakeSession(tx, ctx, sessionId)
  const { max_thoughts: maxThoughts } = (await effectiveConfiguration(tx, projectId)).thinking
  const thoughts = await loadKnownThoughts(tx, projectId, sessionId)
  const soFar = {
    sessionId,
    thoughts,
    dropped: session.nextOrdinal - 1 - thoughts.length,
    maxThoughts,
    projectWorkflows: await loadProjectWorkflows(tx, projectId),
  }
  const { answer, place } = await inEngine(ctx, 'answer_thought', { input, session: soFar })
  const ordinal = session.nextOrdinal
  const row = {
    project_id: projectId,
    session_id: sessionId,
    ordinal,
    number: input.thought_number,
    branch_id: place.branchId,
    input,
    result: answer,
    recorded_at: ctx.now(),
  }
  await tx.$executeRaw(insertRows('thought', COLUMNS, [row]))
  await dropOldest(tx, projectId, sessionId, ordinal - maxThoughts)
  await tx.thinkingSession.update({
    where: { projectId_id: { projectId, id: sessionId } },
    data: {
      target: session.target ?? answer.verification_target,
      ...(answer.workflow !== null && { workflow: answer.workflow }),
      thoughts: answer.thought_history_length,
      branches: answer.branches.length,
      isFinished: !answer.next_thought_needed,
      nextOrdinal: ordinal + 1,
      updatedAt: ctx.now(),
    },
  })
  await announce(tx, { project: projectId, topic: 'thinking', id: sessionId })
  return answer
}

/** Removes what is older than the session keeps: every thought up to an ordinal. */
async function dropOldest(tx: Tx, projectId: string, sessionId: string, upTo: number): Promise<void> {
  if (upTo > 0) await tx.thought.deleteMany({ where: { projectId, sessionId, ordinal: { lte: upTo } } })
}
