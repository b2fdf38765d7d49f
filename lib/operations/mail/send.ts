import { type MailFailure, readMailFailure, type SmtpProblem } from '@/lib/engine/mail/mail-rules'
import { projectHref } from '@/lib/presentation/links'
import type { ComposedMail } from '@/lib/presentation/text/mail'
import { deskUrl } from '../desk-url'
import type { MailServer } from '../notifications/mail-server'

/**
 * `id` determines the Message-ID, so that clients recognize a repeated mail. `settings`: the address of the recipient's mail settings; null
 * without an account.
 */
type OutgoingMail = ComposedMail & {
  id: string
  to: { name: string; address: string }
  settings: string | null
}

/** Sends a mail once; returns null on success. Never throws: errors are returned. */
export async function sendMail(server: MailServer, mail: OutgoingMail): Promise<MailFailure | null> {
  try {
    const { createTransport } = await import('nodemailer')
    const sent = createTransport(server.options).sendMail({
      from: server.from,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `<${mail.id}@${server.from.address.split('@')[1]}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(mail.settings !== null && { 'List-Unsubscribe': `<${mail.settings}>` }),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    await inTime(sent, server.limitMs)
    return null
  } catch (error) {
    return readMailFailure(toProblem(error))
  }
}

/** The connection of a mail that took too long ends by itself: the library cannot cut it. */
async function inTime(sent: Promise<unknown>, limitMs: number): Promise<void> {
  const late = Promise.withResolvers<never>()
  const error = Object.assign(new Error(`nothing was taken within ${limitMs / 1000} s`), { code: 'ETIMEDOUT' })
  const timer = setTimeout(() => late.reject(error), limitMs)
  try {
    await Promise.race([sent, late.promise])
  } finally {
    clearTimeout(timer)
    sent.catch(() => {})
  }
}

function toProblem(error: unknown): SmtpProblem {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    message: error.message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('responseCode' in error && typeof error.responseCode === 'number' && { responseCode: error.responseCode }),
    ...('command' in error && typeof error.command === 'string' && { command: error.command }),
  }
}

/** Returns the address of an invitation's page. */
export function invitationAddress(token: string): string {
  return deskUrl(`/invite/${token}`)
}

/** Returns the address where a person chooses which mails to get. */
export function accountAddress(slug: string): string {
  return deskUrl(projectHref(slug, '/settings/account#mail'))
}
