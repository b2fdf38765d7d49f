import { randomBytes } from 'node:crypto'
import { type ConnectionScope, connectionScope } from '@/lib/contracts/connections'
import { type Role, role as roleSchema } from '@/lib/contracts/projects'
import { type Db, getDb, type Tx } from '@/lib/db/client'
import { passwordStamp } from '../account/password-hash'
import { audit } from '../audit'
import { roleHolds, visibleRole } from '../authorize'
import type { Actor, ProjectRef } from '../context'
import { announce } from '../live/changes'
import { hashSecret } from '../random-secret'

type TokenKind = 'code' | 'access' | 'refresh'

/** A token of a valid grant: its person is an enabled member with the password they had when they granted it. */
export type FoundToken = {
  hash: string
  project: ProjectRef
  grantId: string
  clientId: string
  clientName: string
  person: { userId: string; name: string }
  role: Role
  scopes: string[]
  redirectUri: string | null
  codeChallenge: string | null
  expiresAt: Date
  usedAt: Date | null
  grantUsedAt: Date | null
}

type Row = Omit<FoundToken, 'project' | 'person' | 'role'> & {
  projectId: string
  slug: string
  projectName: string
  deletesAt: Date | null
  userId: string
  userName: string
  stamp: string
  passwordHash: string | null
}

/** Returns the token of a secret, or null; includes expired and used ones. */
export async function findToken(db: Db | Tx, kind: TokenKind, secret: string): Promise<FoundToken | null> {
  const [row] = await db.$queryRaw<Row[]>`
    SELECT t.hash, t.scopes, t.redirect_uri AS "redirectUri", t.code_challenge AS "codeChallenge", t.expires_at AS "expiresAt",
      t.used_at AS "usedAt", g.id AS "grantId", g.client_id AS "clientId", g.client_name AS "clientName", g.stamp,
      g.last_used_at AS "grantUsedAt", u.id AS "userId", u.name AS "userName", u.password_hash AS "passwordHash",
      p.id AS "projectId", p.slug, p.name AS "projectName", p.deletes_at AS "deletesAt"
    FROM oauth_token t
    JOIN oauth_grant g ON g.project_id = t.project_id AND g.id = t.grant_id
    JOIN "user" u ON u.id = g.user_id
    JOIN project p ON p.id = g.project_id
    WHERE t.hash = ${hashSecret(secret)} AND t.kind = ${kind} AND g.revoked_at IS NULL AND u.disabled_at IS NULL`
  if (!row || row.stamp !== passwordStamp(row.passwordHash)) return null
  const { projectId, slug, projectName, deletesAt, userId, userName, stamp: _, passwordHash: __, ...rest } = row
  // In a separate query: the token is looked up before the project is known, but memberships are distributed by project.
  const where = { projectId_userId: { projectId, userId } }
  const member = await db.membership.findUnique({ where, select: { role: true } })
  if (!member) return null
  return {
    ...rest,
    project: { id: projectId, slug, name: projectName, deletesAt },
    person: { userId, name: userName },
    role: roleSchema.parse(member.role),
  }
}

type NewToken = {
  projectId: string
  grantId: string
  kind: TokenKind
  secret: string
  scopes: readonly string[]
  expiresAt: Date
  redirectUri?: string
  codeChallenge?: string | null
}

/** Stores tokens as digests; a fast hash is enough, since they are random. */
export async function insertTokens(tx: Tx, now: Date, tokens: readonly NewToken[]): Promise<void> {
  await tx.oauthToken.createMany({
    data: tokens.map(({ secret, scopes, ...token }) => ({
      ...token,
      hash: hashSecret(secret),
      scopes: [...scopes],
      createdAt: now,
    })),
  })
}

/** Marks a token as used; returns false if it was used before. */
export async function spendToken(tx: Tx, projectId: string, secret: string, now: Date): Promise<boolean> {
  const where = { projectId, hash: hashSecret(secret), usedAt: null }
  return (await tx.oauthToken.updateMany({ where, data: { usedAt: now } })).count === 1
}

/** Revokes the grant of a token with all its tokens, at the app's request or because a token was used twice. */
export async function endGrant(tx: Tx, found: FoundToken, now: Date, by: 'app' | 'desk'): Promise<void> {
  const { project, grantId: id, clientName, person, scopes } = found
  const where = { projectId: project.id, id, revokedAt: null }
  const { count } = await tx.oauthGrant.updateMany({ where, data: { revokedAt: now } })
  if (count === 0) return
  const actor: Actor =
    by === 'app'
      ? { kind: 'key', keyId: id, name: clientName, scopes, project, person }
      : { kind: 'system', name: 'Connected apps', project }
  const recorder = { actor, project, now: () => now }
  const why = by === 'app' ? null : { reason: 'a code or token was sent twice' }
  await audit(tx, recorder, 'connection.revoked', {
    subject: `connection:${id}`,
    before: { app: clientName, scopes },
    after: why,
  })
  await announce(tx, { project: project.id, topic: 'connections' })
}

/** 256 random bits after a recognizable prefix, so that secret scanners find a leaked one. */
export const mintToken = (kind: TokenKind) => `${prefixOf(kind)}${randomBytes(32).toString('base64url')}`

const prefixOf = (kind: TokenKind) => `vr_${kind}_`

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
  // None in a project that its person no longer sees.
  const shown = visibleRole(role, { deletesAt: project.deletesAt ?? null })
  const holds = (scope: ConnectionScope) => shown !== null && roleHolds(shown, scope)
  const scopes = connectionScope.options.filter((scope) => found.scopes.includes(scope) && holds(scope))
  return { kind: 'key', keyId: id, name: found.clientName, scopes, project, person }
}
