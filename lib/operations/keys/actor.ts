import { createHash, randomBytes } from 'node:crypto'
import { getDb } from '@/lib/db/client'
import { type Actor, projectRef } from '../context'

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
      project: { select: projectRef },
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

const PREFIX = 'vrt_'

/** A new API key: 192 random bits. */
export function mintKeySecret(): string {
  return `${PREFIX}${randomBytes(24).toString('base64url')}`
}

/** What is kept of a key. A fast hash is enough: the secret is random, not chosen by a person. */
export function hashKeySecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The part that a person may see again, to tell keys apart. */
export function keyPrefix(secret: string): string {
  return secret.startsWith(PREFIX) ? secret.slice(0, PREFIX.length + 6) : `${secret.slice(0, 4)}…`
}
