import type { SessionRow } from '@/lib/contracts/thinking/sessions'
import type { Db } from '@/lib/db/client'
import type { ThinkingSession } from '@/lib/db/generated/client'
import { notFound } from '../errors'

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
