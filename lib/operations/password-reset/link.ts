import { type Db, getDb, type Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { getEnv } from '@/lib/env'
import { auditAsDesk, findUserByEmail } from '../account/users'
import { hashLinkToken, mintLinkToken } from '../link-token'

const HOUR_MS = 60 * 60 * 1000
/** A mailed link arrives within minutes; one printed on the server has to be handed over. */
const LIFETIME_MS = { mail: HOUR_MS, machine: 24 * HOUR_MS } as const

type ResetLink = { userId: string; name: string; email: string; address: string }

/**
 * Creates a single-use password reset link for this e-mail; null if it has no account or a disabled one. Earlier links stay valid until one
 * of them is used. Audited in each project of the person.
 */
export async function makeResetLink(
  db: Db,
  asked: string,
  by: keyof typeof LIFETIME_MS,
  now: Date,
): Promise<ResetLink | null> {
  const user = await findUserByEmail(db, asked)
  if (!user) return null
  const { userId, name, email } = user
  const token = mintLinkToken()
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[by])
  await inTransaction({ db }, async (tx) => {
    const data = { tokenHash: hashLinkToken(token), userId, byMail: by === 'mail', createdAt: now, expiresAt }
    await tx.passwordReset.create({ data })
    await auditAsDesk(tx, 'Password reset', 'account.reset_link', userId, { by }, now)
  })
  return { userId, name, email, address: new URL(`/reset/${token}`, getEnv().APP_URL).href }
}

type OpenReset = { userId: string; name: string; email: string; byMail: boolean }

/**
 * Returns the person whose password a link changes, or null if it was used, expired or never existed. Locks the rows until the transaction
 * ends.
 */
export async function findOpenReset(db: Db | Tx, token: string, now: Date): Promise<OpenReset | null> {
  const [row] = await db.$queryRaw<OpenReset[]>`
    SELECT u.id AS "userId", u.name, u.email, r.by_mail AS "byMail"
    FROM password_reset r JOIN "user" u ON u.id = r.user_id
    WHERE r.token_hash = ${hashLinkToken(token)} AND r.used_at IS NULL AND r.expires_at > ${now}
      AND u.disabled_at IS NULL AND u.email IS NOT NULL
    FOR UPDATE OF r, u`
  return row ?? null
}

/** Whether a link still works, for its page, which has no actor. Read-only, since mail scanners open links too. */
export async function isResetOpen(token: string): Promise<boolean> {
  return (await findOpenReset(getDb(), token, new Date())) !== null
}

/** `makeResetLink` for a separate process on the server, which closes its database connection. */
export async function printResetLink(email: string): Promise<ResetLink | null> {
  const db = getDb()
  try {
    return await makeResetLink(db, email, 'machine', new Date())
  } finally {
    await db.$disconnect()
  }
}
