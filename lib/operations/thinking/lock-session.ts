import type { Tx } from '@/lib/db/client'
import { actorName, type ProjectContext } from '../context'
import { invalidInput } from '../errors'

export type LockedSession = { nextOrdinal: number; thoughts: number; target: string | null }

/** The session until this transaction ends, made where it is new. Whoever sends at the same time waits here. */
export async function lockOrMakeSession(tx: Tx, ctx: ProjectContext, sessionId: string): Promise<LockedSession> {
  await tx.$executeRaw`
    INSERT INTO thinking_session (project_id, id, created_by, created_at, updated_at)
    VALUES (${ctx.project.id}::uuid, ${sessionId}, ${actorName(ctx.actor)}, ${ctx.now()}, ${ctx.now()})
    ON CONFLICT (project_id, id) DO NOTHING`
  return lockSession(tx, ctx, sessionId)
}

/** @throws invalid_input naming `session_id` where there is no such session. */
export async function lockSession(tx: Tx, ctx: ProjectContext, sessionId: string): Promise<LockedSession> {
  const [session] = await tx.$queryRaw<LockedSession[]>`
    SELECT next_ordinal AS "nextOrdinal", thoughts, target FROM thinking_session
    WHERE project_id = ${ctx.project.id}::uuid AND id = ${sessionId} FOR UPDATE`
  if (!session) throw unknownSession()
  return session
}

export const unknownSession = () => invalidInput([{ path: 'session_id', message: 'there is no such session' }])
