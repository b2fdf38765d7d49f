import { type Db, getDb, type Tx } from '@/lib/db/client'
import { hashLinkToken, mintLinkToken } from '../link-token'

const LIFETIME_MS = 24 * 60 * 60 * 1000

/**
 * The token of a new set-up link, good once and for 24 hours; links made before stop working. Null when anybody exists
 * already: only the first person is made this way.
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

/** Whether this token can still make the first person. */
export async function isSetupOpen(db: Db | Tx, token: string, now: Date): Promise<boolean> {
  const link = await db.setupLink.findUnique({ where: { tokenHash: hashLinkToken(token) } })
  if (!link || link.usedAt !== null || link.expiresAt <= now) return false
  return (await db.user.count()) === 0
}

/** `isSetupOpen`, asked by the set-up page, which has no actor. */
export function isSetupTokenOpen(token: string): Promise<boolean> {
  return isSetupOpen(getDb(), token, new Date())
}

/** Whether nobody has an account yet, so that only the set-up link leads in. */
export async function isNobodyHere(): Promise<boolean> {
  return (await getDb().user.count()) === 0
}
