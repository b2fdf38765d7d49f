import { toLine } from '@/lib/engine/mail/to-line'
import type { RetrySchedule } from '@/lib/engine/work/retry-schedule'

/**
 * Why a mail was not taken. `refused`: the server will never take this one. `later`: not now. `down`: the server cannot be
 * used at all, which is no fault of the mail.
 */
export type MailFailure = { kind: 'refused' | 'later' | 'down'; error: string }

/** What an SMTP client tells: its own code, the reply code of the server (RFC 5321, 4.2), and the command it came after. */
export type SmtpProblem = {
  code?: string | undefined
  responseCode?: number | undefined
  command?: string | undefined
  message: string
}

const MAX_ERROR = 300

const WORDS: Record<string, string> = {
  EAUTH: 'the mail server refused the user and password',
  ECONNECTION: 'the mail server did not take the connection',
  EDNS: 'the name of the mail server is not known',
  ETIMEDOUT: 'the mail server did not answer in time',
  ETLS: 'no secure connection to the mail server came about',
}

/** A 5xx after the recipient or the text is about this mail; after the sender, or at the greeting, about the set-up. */
export function readMailFailure({ code = '', responseCode = 0, command = '', message }: SmtpProblem): MailFailure {
  const said = toLine(message)
  const error = cut(WORDS[code] ? `${WORDS[code]} (${said})` : said || 'the connection failed')
  if (code === 'EAUTH' || responseCode === 421 || responseCode === 0) return { kind: 'down', error }
  if (responseCode < 500) return { kind: 'later', error }
  return { kind: /^(RCPT TO|DATA|API)/.test(command) ? 'refused' : 'down', error }
}

function cut(text: string): string {
  return text.length <= MAX_ERROR ? text : `${text.slice(0, MAX_ERROR - 1)}…`
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** All within the day that a gate waits by default. */
export const MAIL_RETRIES: RetrySchedule = {
  waitsMs: [0, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
  jitter: 0.1,
}

/** What is older, in ms, is not sent any more: the desk shows it, and by mail it would mislead. */
export const MAX_MAIL_AGE_MS = 48 * HOUR
