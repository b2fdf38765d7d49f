import type SMTPTransport from 'nodemailer/lib/smtp-transport'
import { type Env, getEnv } from '@/lib/env'

export type MailServer = {
  host: string
  port: number
  from: { name: string; address: string }
  /** How the connection is encrypted, in words. */
  security: string
  options: SMTPTransport.Options
}

const TIMEOUT_MS = 10_000
const SUBMISSION_PORT = 587
const TLS_PORT = 465

/** The server that mail goes through, or null where none is set. */
export function mailServer(): MailServer | null {
  return toMailServer(getEnv())
}

/**
 * What SMTP_URL and SMTP_FROM say. A password leaves this machine only over TLS: without TLS nothing is sent. On the machine
 * itself TLS is used where it is offered, and its certificate does not matter.
 */
export function toMailServer({ SMTP_URL, SMTP_FROM }: Pick<Env, 'SMTP_URL' | 'SMTP_FROM'>): MailServer | null {
  if (!SMTP_URL || !SMTP_FROM) return null
  const url = new URL(SMTP_URL)
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = url.port ? Number(url.port) : secure ? TLS_PORT : SUBMISSION_PORT
  const auth = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : undefined
  const isLocal = isLoopback(host)
  const requireTLS = !secure && auth !== undefined && !isLocal
  return {
    host,
    port,
    from: readSender(SMTP_FROM),
    security: secure ? 'TLS' : requireTLS ? 'STARTTLS, always' : 'STARTTLS where it is offered',
    options: {
      host,
      port,
      secure,
      ...(auth && { auth }),
      requireTLS,
      opportunisticTLS: isLocal,
      ...(isLocal && { tls: { rejectUnauthorized: false } }),
      dnsTimeout: TIMEOUT_MS,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}

function readSender(text: string): MailServer['from'] {
  const [, name = '', address = text] = /^(.*)<(.+)>$/.exec(text) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || 'Veritas', address: address.trim() }
}
