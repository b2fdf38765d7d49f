import { connectionScope } from '@/lib/contracts/connections'
import { getDb } from '@/lib/db/client'
import { roleHolds } from '../authorize'
import type { Actor } from '../context'
import { findToken, prefixOf } from './tokens'

/** The prefix of every access token. */
export const ACCESS_PREFIX = prefixOf('access')

const LAST_USED_STEP_MS = 60_000

/**
 * Returns the actor of an access token, or null if it is unknown, expired or revoked. The actor is a key that acts for a person, so it can
 * never decide; its scopes are the granted ones that the person's role still has. Records the use, at most once a minute.
 */
export async function findTokenActor(secret: string): Promise<Extract<Actor, { kind: 'key' }> | null> {
  const db = getDb()
  const now = new Date()
  const found = await findToken(db, 'access', secret)
  if (!found || found.expiresAt <= now) return null
  const { project, grantId: id, person, role, grantUsedAt } = found
  if (!grantUsedAt || now.getTime() - grantUsedAt.getTime() > LAST_USED_STEP_MS)
    await db.oauthGrant.update({
      where: { projectId_id: { projectId: project.id, id } },
      data: { lastUsedAt: now },
    })
  const scopes = connectionScope.options.filter((scope) => found.scopes.includes(scope) && roleHolds(role, scope))
  return { kind: 'key', keyId: id, name: found.clientName, scopes, project, person }
}
