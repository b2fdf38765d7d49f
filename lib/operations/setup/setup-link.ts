import { type Db, getDb, type Tx } from '@/lib/db/client'
import { hashLinkToken, mintLinkToken } from '../link-token'

const LIFETIME_MS = 24 * 60 * 60 * 1000

/**
 * Creates a single-use set-up link valid for 24 hours, and invalidates earlier ones. Returns its token, or null if there are users already:
 * only the first person is created this way.
 */
export async function mintSetupToken(tx: Tx, now: Date): Promise<string | null> {
  if ((await tx.user.count()) > 0) return null
  const token = mintLinkToken()
  await tx.setupLink.deleteMany({ where: { usedAt: null } })
  await tx.setupLink.create({
    data: { tokenHash: hashLinkToken(token), createdAt: now, expiresAt: new Date(now.getTime() + LIFETIME_MS) },
  })
  return token
}

/** Whether this token can still create the first person. */
export async function isSetupOpen(db: Db | Tx, token: string, now: Date): Promise<boolean> {
  const link = await db.setupLink.findUnique({ where: { tokenHash: hashLinkToken(token) } })
  if (!link || link.usedAt !== null || link.expiresAt <= now) return false
  return (await db.user.count()) === 0
}

/** `isSetupOpen` for the set-up page, which has no actor. */
export function isSetupTokenOpen(token: string): Promise<boolean> {
  return isSetupOpen(getDb(), token, new Date())
}

/** Whether there are no accounts yet, so that only the set-up link gives access. */
export async function hasNoUsers(): Promise<boolean> {
  return (await getDb().user.count()) === 0
}
