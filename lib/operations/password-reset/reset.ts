import { v7 as uuid } from 'uuid'
import * as contracts from '@/lib/contracts/account'
import { DAY_MS, HOUR_MS } from '@/lib/contracts/durations'
import { type Db, getDb, type Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { log } from '@/lib/log'
import { composeResetMail } from '@/lib/presentation/text/mail'
import { auditAccount } from '../account/account'
import { hashPassword } from '../account/password-hash'
import { endSessions } from '../account/sessions'
import { confirmEmail, findUserByEmail, normalEmail } from '../account/users'
import type { Context } from '../context'
import { deskUrl } from '../desk-url'
import { AppError } from '../errors'
import { sendMail } from '../mail/send'
import { type MailServer, mailServer } from '../notifications/mail-server'
import { operation } from '../operation'
import { hashSecret, mintSecret } from '../random-secret'
import { countUse, forgetUses } from '../rate-limit/limits'

/** A mailed link arrives within minutes; one printed on the server has to be handed over. */
const LIFETIME_MS = { mail: HOUR_MS, machine: DAY_MS } as const

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
  const token = mintSecret()
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[by])
  await inTransaction({ db }, async (tx) => {
    const data = { tokenHash: hashSecret(token), userId, byMail: by === 'mail', createdAt: now, expiresAt }
    await tx.passwordReset.create({ data })
    const desk = { desk: 'Password reset', now: () => now }
    await auditAccount(tx, desk, 'account.reset_link', userId, { after: { by } })
  })
  return { userId, name, email, address: deskUrl(`/reset/${token}`) }
}

type OpenReset = { userId: string; name: string; email: string; byMail: boolean }

/**
 * Returns the person whose password a link changes, or null if it was used, expired or never existed. Locks the rows until the transaction
 * ends.
 */
async function findOpenReset(db: Db | Tx, token: string, now: Date): Promise<OpenReset | null> {
  const [row] = await db.$queryRaw<OpenReset[]>`
    SELECT u.id AS "userId", u.name, u.email, r.by_mail AS "byMail"
    FROM password_reset r JOIN "user" u ON u.id = r.user_id
    WHERE r.token_hash = ${hashSecret(token)} AND r.used_at IS NULL AND r.expires_at > ${now}
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

/** Requests a password reset mail. Neither the answer nor its time depends on whether the e-mail has an account. */
export const requestPasswordReset = operation(contracts.requestPasswordReset, async (ctx, { email }) => {
  const server = mailServer()
  if (!server)
    throw new AppError(
      'unavailable',
      'this desk sends no mail: its operator can create a link with `veritas users reset <e-mail>`',
    )
  await countUse('resetByEmail', normalEmail(email))
  void mailLink(server, ctx, email).catch((error) => log.error({ err: error }, 'a password reset was not mailed'))
  return { asked: true as const }
})

async function mailLink(server: MailServer, ctx: Context, asked: string): Promise<void> {
  const link = await makeResetLink(ctx.db, asked, 'mail', ctx.now())
  if (!link) return
  const { name, email, address } = link
  const to = { name, address: email }
  const failure = await sendMail(server, { ...composeResetMail(address), id: uuid(), to, settings: null })
  if (failure) log.error({ failure: failure.error }, 'a password reset was not mailed')
}

/** Sets a new password. Opening a mailed link also verifies the address. */
export const resetPassword = operation(contracts.resetPassword, async (ctx, { token, password }) => {
  const passwordHash = await hashPassword(password)
  const email = await inTransaction(ctx, async (tx) => {
    const open = await findOpenReset(tx, token, ctx.now())
    if (!open) throw new AppError('conflict', 'this link was used already, or has expired: ask for a new one')
    const { userId, name, email, byMail } = open
    await tx.user.update({ where: { id: userId }, data: { passwordHash } })
    await tx.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: ctx.now() } })
    await endSessions(tx, userId, undefined)
    const asThem = { ...ctx, actor: { kind: 'user', userId, name, email } } as const
    await auditAccount(tx, asThem, 'account.password_reset', userId, { after: { by: byMail ? 'mail' : 'machine' } })
    if (byMail) await confirmEmail(tx, asThem, userId)
    return email
  })
  await forgetUses('signInByEmail', email)
  return { email }
})
