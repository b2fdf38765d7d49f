import type { RetrySchedule } from '@/lib/engine/work/retry-schedule'

/**
 * Why a mail was not accepted. `refused`: the server will never accept this mail. `later`: not now. `down`: the server is unusable,
 * independent of this mail.
 */
export type MailFailure = { kind: 'refused' | 'later' | 'down'; error: string }

/** An SMTP client's error: its own code, the server's reply code (RFC 5321, 4.2), and the command that failed. */
export type SmtpProblem = {
  code?: string | undefined
  responseCode?: number | undefined
  command?: string | undefined
  message: string
}

const MAX_ERROR = 300

const WORDS: Record<string, string> = {
  EAUTH: 'the mail server refused the user and password',
  ECONNECTION: 'the mail server did not accept the connection',
  EDNS: 'the name of the mail server could not be resolved',
  ETIMEDOUT: 'the mail server did not answer in time',
  ETLS: 'a secure connection to the mail server could not be established',
}

/** A 5xx after the recipient or the data concerns this mail; after the sender, or in the greeting, the configuration. */
export function readMailFailure({ code = '', responseCode = 0, command = '', message }: SmtpProblem): MailFailure {
  const detail = toLine(message)
  const error = cut(WORDS[code] ? `${WORDS[code]} (${detail})` : detail || 'the connection failed')
  if (code === 'EAUTH' || responseCode === 421 || responseCode === 0) return { kind: 'down', error }
  if (responseCode < 500) return { kind: 'later', error }
  return { kind: /^(RCPT TO|DATA|API)/.test(command) ? 'refused' : 'down', error }
}

function cut(text: string): string {
  return text.length <= MAX_ERROR ? text : `${text.slice(0, MAX_ERROR - 1)}…`
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** All retries fall within the day that a gate waits by default. */
export const MAIL_RETRIES: RetrySchedule = {
  waitsMs: [0, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
  jitter: 0.1,
}

/** Older mails, in ms, are dropped: they would be misleading, and the app shows their content anyway. */
export const MAX_MAIL_AGE_MS = 48 * HOUR

// Line breaks would end a header; bidirectional control characters would let a text pose as another.
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu

/** Returns any text as one line that is safe in a header. */
export function toLine(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, ' ').replace(/ {2,}/g, ' ').trim()
}
