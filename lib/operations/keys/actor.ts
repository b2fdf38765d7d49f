import { createHash, randomBytes } from 'node:crypto'
import { getDb } from '@/lib/db/client'
import { withKeptPlans } from '@/lib/db/kept-plans'
import { coalesce } from '../coalesce'
import type { Actor } from '../context'

const LAST_USED_STEP_MS = 60_000

type KeyRow = {
  id: string
  name: string
  scopes: string[]
  lastUsedAt: Date | null
  projectId: string
  slug: string
  projectName: string
  deletesAt: Date | null
}

type KeyActor = Extract<Actor, { kind: 'key' }>

/** Returns the actor of an API key, or null if it is unknown, expired or revoked. Records the use, at most once a minute. */
export function findKeyActor(secret: string): Promise<KeyActor | null> {
  return actorByHash(hashKeySecret(secret))
}

/** Runs with every request: one prepared statement, shared by concurrent requests with the same key. */
const actorByHash = coalesce<KeyActor | null>(async (hash) => {
  const db = getDb()
  const now = new Date()
  const [key] = await withKeptPlans(
    () => db.$queryRaw<KeyRow[]>`
      SELECT k.id, k.name, k.scopes, k.last_used_at AS "lastUsedAt", p.id AS "projectId", p.slug, p.name AS "projectName",
        p.deletes_at AS "deletesAt"
      FROM api_key k JOIN project p ON p.id = k.project_id WHERE k.hash = ${hash} AND k.revoked_at IS NULL
        AND (k.expires_at IS NULL OR k.expires_at > ${now})`,
  )
  if (!key) return () => null
  const { id, name, scopes, projectId, slug, projectName, deletesAt } = key
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > LAST_USED_STEP_MS)
    await db.apiKey.update({ where: { projectId_id: { projectId, id } }, data: { lastUsedAt: now } })
  const project = { id: projectId, slug, name: projectName, deletesAt }
  return () => ({ kind: 'key', keyId: id, name, scopes, project })
})

const PREFIX = 'vrt_'

/** Creates an API key: 192 random bits. */
export function mintKeySecret(): string {
  return `${PREFIX}${randomBytes(24).toString('base64url')}`
}

/** Hashes a key for storage. A fast hash is enough: the secret is random, not chosen by a person. */
export function hashKeySecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Returns the visible part of a key, to tell keys apart. */
export function keyPrefix(secret: string): string {
  return secret.startsWith(PREFIX) ? secret.slice(0, PREFIX.length + 6) : `${secret.slice(0, 4)}…`
}
