import { v4 as uuid } from 'uuid'
import { SESSION_MAX_AGE_S } from '@/lib/contracts/session'
import type { Db, Tx } from '@/lib/db/client'
import { withPreparedStatements } from '@/lib/db/prepared-statements'
import { inTransaction } from '@/lib/db/transaction'
import { passwordStamp } from './password-hash'

/** Where a session is used: the trusted client address, and the browser's user agent. */
export type SessionPlace = { address: string | null; device: string | null }

export type SessionUser = { userId: string; sessionId: string; name: string; email: string; isEmailVerified: boolean }

const SEEN_STEP_MS = 60_000
const DEVICE_CHARS = 400

/**
 * Starts a session and returns its id, or null if the account is missing or disabled, or its password changed since `stamp` was taken.
 * Locks the account, so that no session survives a concurrent change that ends all others.
 */
export function beginSession(
  db: Db,
  user: { userId: string; stamp: string },
  place: SessionPlace,
  now: Date,
): Promise<string | null> {
  const { userId, stamp } = user
  return inTransaction({ db }, async (tx) => {
    // Not FOR SHARE: on Citus, locks on rows of a reference table would deadlock.
    const [held] = await tx.$queryRaw<{ passwordHash: string | null }[]>`
      SELECT password_hash AS "passwordHash" FROM "user"
      WHERE id = ${userId}::uuid AND disabled_at IS NULL AND email IS NOT NULL FOR NO KEY UPDATE`
    if (!held || passwordStamp(held.passwordHash) !== stamp) return null
    const id = uuid()
    const device = place.device?.slice(0, DEVICE_CHARS) ?? null
    await tx.signInSession.create({
      data: { id, userId, createdAt: now, seenAt: now, expiresAt: endOf(now), address: place.address, device },
    })
    return id
  })
}

type SessionRow = Omit<SessionUser, 'sessionId'> & { seenAt: Date }

/**
 * Returns the person of a valid session, or null if it expired or the person is disabled. Records the use at most once a minute, which
 * extends the session.
 */
export async function findSession(
  db: Db,
  session: { userId: string; sessionId: string },
  place: SessionPlace,
  now: Date,
): Promise<SessionUser | null> {
  const { userId, sessionId } = session
  const [row] = await withPreparedStatements(
    () => db.$queryRaw<SessionRow[]>`
      SELECT u.id AS "userId", u.name, u.email, u.email_verified_at IS NOT NULL AS "isEmailVerified", s.seen_at AS "seenAt"
      FROM sign_in_session s JOIN "user" u ON u.id = s.user_id
      WHERE s.id = ${sessionId}::uuid AND s.user_id = ${userId}::uuid AND s.expires_at > ${now}
        AND u.disabled_at IS NULL AND u.email IS NOT NULL`,
  )
  if (!row) return null
  const { seenAt, ...user } = row
  const staleBefore = new Date(now.getTime() - SEEN_STEP_MS)
  if (seenAt < staleBefore)
    await db.signInSession.updateMany({
      where: { id: sessionId, seenAt: { lt: staleBefore } },
      data: { seenAt: now, expiresAt: endOf(now), ...(place.address !== null && { address: place.address }) },
    })
  return { ...user, sessionId }
}

function endOf(now: Date): Date {
  return new Date(now.getTime() + SESSION_MAX_AGE_S * 1000)
}

/** Ends a session at sign-out. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.signInSession.deleteMany({ where: { id: sessionId } })
}

/** Ends the sessions of a person except `except`. Resolves to how many ended. */
export async function endSessions(tx: Tx, userId: string, except: string | undefined): Promise<number> {
  const kept = except === undefined ? {} : { id: { not: except } }
  return (await tx.signInSession.deleteMany({ where: { userId, ...kept } })).count
}
