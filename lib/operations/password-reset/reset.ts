import { v7 as uuid } from 'uuid'
import * as contracts from '@/lib/contracts/password-reset'
import { inTransaction } from '@/lib/db/transaction'
import { log } from '@/lib/log'
import { composeResetMail } from '@/lib/presentation/text/reset-mail'
import { auditAccount } from '../account/account'
import { hashPassword } from '../account/password-hash'
import { endSessions } from '../account/sessions'
import { confirmEmail, normalEmail } from '../account/users'
import type { Context } from '../context'
import { AppError } from '../errors'
import { sendMail } from '../mail/send'
import { type MailServer, mailServer } from '../notifications/mail-server'
import { operation } from '../operation'
import { countUse, forgetUses } from '../rate-limit/limits'
import { findOpenReset, makeResetLink } from './link'

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
    await auditAccount(tx, asThem, 'account.password_reset', userId, null, { by: byMail ? 'mail' : 'machine' })
    if (byMail) await confirmEmail(tx, asThem, userId)
    return email
  })
  await forgetUses('signInByEmail', email)
  return { email }
})
