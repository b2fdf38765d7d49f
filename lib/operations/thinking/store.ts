import { isRecord } from '@/lib/contracts/is-record'
import { type HistoryThought, historyThought, type SessionRow } from '@/lib/contracts/thinking/sessions'
import type { Db, Tx } from '@/lib/db/client'
import type { ThinkingSession, Thought } from '@/lib/db/generated/client'
import { actorName, type ProjectContext } from '../context'
import { invalidInput, notFound } from '../errors'

type LockedSession = { nextOrdinal: number; thoughts: number; target: string | null }

/** Locks the session until this transaction ends, and creates it if needed. Concurrent senders wait here. */
export async function lockOrMakeSession(tx: Tx, ctx: ProjectContext, sessionId: string): Promise<LockedSession> {
  await tx.$executeRaw`
    INSERT INTO thinking_session (project_id, id, created_by, created_at, updated_at)
    VALUES (${ctx.project.id}::uuid, ${sessionId}, ${actorName(ctx.actor)}, ${ctx.now()}, ${ctx.now()})
    ON CONFLICT (project_id, id) DO NOTHING`
  return lockSession(tx, ctx, sessionId)
}

/** @throws invalid_input naming `session_id` if there is no such session. */
export async function lockSession(tx: Tx, ctx: ProjectContext, sessionId: string): Promise<LockedSession> {
  const [session] = await tx.$queryRaw<LockedSession[]>`
    SELECT next_ordinal AS "nextOrdinal", thoughts, target FROM thinking_session
    WHERE project_id = ${ctx.project.id}::uuid AND id = ${sessionId} FOR UPDATE`
  if (!session) throw unknownSession()
  return session
}

export const unknownSession = () => invalidInput([{ path: 'session_id', message: 'there is no such session' }])

export function toSessionRow(session: ThinkingSession): SessionRow {
  const { id, target, workflow, thoughts, branches, isFinished, createdBy, createdAt, updatedAt } = session
  const state = thoughts === 0 ? 'cleared' : isFinished ? 'finished' : 'open'
  return {
    id,
    target,
    workflow,
    thoughts,
    branches,
    state,
    createdBy,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** @throws not_found */
export async function loadSession(db: Db, projectId: string, id: string): Promise<ThinkingSession> {
  const session = await db.thinkingSession.findUnique({ where: { projectId_id: { projectId, id } } })
  if (!session) throw notFound('thinking session')
  return session
}

type Stored = Pick<Thought, 'input' | 'result' | 'recordedAt'>

/** Converts a stored thought: its input, with the answer. */
export function toHistoryThought({ input, result, recordedAt }: Stored): HistoryThought {
  const sent = asRecord(input)
  const answered = asRecord(result)
  const branch = asRecord(answered.branch)
  return historyThought.parse({
    ...answered,
    thought: sent.thought,
    is_revision: sent.is_revision ?? false,
    branch_id: branch.branch_id ?? null,
    branch_from_thought: branch.branch_from_thought ?? null,
    step_outcome: sent.step_outcome ?? null,
    client_step: sent.current_step ?? null,
    recorded_at: recordedAt.toISOString(),
  })
}

export function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}
