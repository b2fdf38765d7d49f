import type { RetrySchedule } from '../work/retry-schedule'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Retries of a message (Standard Webhooks 1.0.0, "Deliverability and reliability"). */
export const WEBHOOK_RETRIES: RetrySchedule = {
  waitsMs: [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
  jitter: 0.1,
}

/** Parses Retry-After (RFC 9110, 10.2.3), in seconds or as a date, to ms from `now`; null if missing or unreadable. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim()
  if (!text) return null
  if (/^\d+$/.test(text)) return Number(text) * SECOND
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}

/** Meaning of an endpoint's answer: accepted; to be retried, no sooner than requested; or the endpoint is gone. */
export type AnswerMeaning = { kind: 'accepted' } | { kind: 'retry'; error: string; askedMs: number | null } | Gone
type Gone = { kind: 'gone'; error: string }

/** Standard Webhooks 1.0.0: 2xx is accepted, 410 disables the endpoint, everything else, redirects included, is a failure. */
export function judgeAnswer(status: number, retryAfter: string | undefined, now: Date): AnswerMeaning {
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 410) return { kind: 'gone', error: 'answered 410: it wants no more messages' }
  const hint = status >= 300 && status < 400 ? ': redirects are not followed' : ''
  return { kind: 'retry', error: `answered ${status}${hint}`, askedMs: readRetryAfter(retryAfter, now) }
}
