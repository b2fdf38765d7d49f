import { type MailFailure, readMailFailure, type SmtpProblem } from '@/lib/engine/mail/mail-rules'
import { getEnv } from '@/lib/env'
import type { ComposedMail } from '@/lib/presentation/text/mail'
import type { MailServer } from '../notifications/mail-server'

/**
 * `id` makes the Message-ID: a mail that is sent twice is the same mail to whoever keeps it. `settings`: where one chooses what
 * one is sent; null for who has no account.
 */
type OutgoingMail = ComposedMail & {
  id: string
  to: { name: string; address: string }
  settings: string | null
}

/** Hands a mail to the server once; null when it took it. Throws nothing: whatever goes wrong is told. */
export async function sendMail(server: MailServer, mail: OutgoingMail): Promise<MailFailure | null> {
  try {
    const { createTransport } = await import('nodemailer')
    await createTransport(server.options).sendMail({
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
    return null
  } catch (error) {
    return readMailFailure(toProblem(error))
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

/** The full address of a page of a project; `path` may hold a query and a fragment. */
export function deskAddress(slug: string, path: string): string {
  return new URL(`/p/${encodeURIComponent(slug)}${path}`, getEnv().APP_URL).href
}

/** The page of an invitation. */
export function invitationAddress(token: string): string {
  return new URL(`/invite/${token}`, getEnv().APP_URL).href
}

/** Where people choose what they are sent. */
export function accountAddress(slug: string): string {
  return deskAddress(slug, '/settings/account#mail')
}
