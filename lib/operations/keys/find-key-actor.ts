import { getDb } from '@/lib/db/client'
import type { Actor } from '../context'
import { hashKeySecret } from './key-secret'

const LAST_USED_STEP_MS = 60_000

/** The actor of an API key, or null when it is unknown or revoked. Notes the use, at most once a minute. */
export async function findKeyActor(secret: string): Promise<Extract<Actor, { kind: 'key' }> | null> {
  const db = getDb()
  const key = await db.apiKey.findFirst({
    where: { hash: hashKeySecret(secret), revokedAt: null },
    select: {
      id: true,
      projectId: true,
      name: true,
      scopes: true,
      lastUsedAt: true,
      project: { select: { id: true, slug: true, name: true } },
    },
  })
  if (!key) return null
  const now = new Date()
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > LAST_USED_STEP_MS)
    await db.apiKey.update({
      where: { projectId_id: { projectId: key.projectId, id: key.id } },
      data: { lastUsedAt: now },
    })
  return { kind: 'key', keyId: key.id, name: key.name, scopes: key.scopes, project: key.project }
}
