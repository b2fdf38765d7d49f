import { createTransport } from 'nodemailer'
import type { Env } from '@/lib/env'
import { toMailServer } from '@/lib/operations/notifications/mail-server'
import { bad, type Finding, good } from './examination'

/** Checks that the mail server accepts the configured connection, user and password. No mail is sent. */
export async function examineMail(env: Env): Promise<Finding> {
  const server = toMailServer(env)
  if (!server) return good('mail', 'no mail server configured; notifications are shown in the app only')
  const seen = `${server.host}:${server.port}`
  try {
    await createTransport(server.options).verify()
    return good('mail', `${seen} answers`)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return bad('mail', `${seen}: ${words}`, 'Check SMTP_URL: host, port, user and password, and smtps:// or smtp://.')
  }
}
