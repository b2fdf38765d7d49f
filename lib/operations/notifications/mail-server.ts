import type SMTPTransport from 'nodemailer/lib/smtp-transport'
import { type Env, getEnv } from '@/lib/env'

export type MailServer = {
  host: string
  port: number
  from: { name: string; address: string }
  /** The connection's encryption, as text. */
  security: string
  options: SMTPTransport.Options
  /** For one mail, from the lookup of the name to the last answer. */
  limitMs: number
}

/** For each answer. */
const TIMEOUT_MS = 10_000
/** A server may answer each command in time, or send line after line of one answer, and yet never take the mail. */
const LIMIT_MS = 60_000
const SUBMISSION_PORT = 587
const TLS_PORT = 465

/** Returns the configured mail server, or null. */
export function mailServer(): MailServer | null {
  return toMailServer(getEnv())
}

/**
 * Parses SMTP_URL and SMTP_FROM. A password only leaves this machine over TLS: without TLS nothing is sent. On loopback, TLS is used if
 * offered, and the certificate is not checked.
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
    limitMs: LIMIT_MS,
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
