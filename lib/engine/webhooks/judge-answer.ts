import { readRetryAfter } from './retry-schedule'

/** What an answer means: taken; to be tried again, no sooner than asked; or never to be sent there again. */
export type AnswerMeaning = { kind: 'accepted' } | { kind: 'retry'; error: string; askedMs: number | null } | Gone
type Gone = { kind: 'gone'; error: string }

/** Standard Webhooks 1.0.0: 2xx is taken, 410 ends the endpoint, everything else, redirects included, is a failure. */
export function judgeAnswer(status: number, retryAfter: string | undefined, now: Date): AnswerMeaning {
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 410) return { kind: 'gone', error: 'answered 410: it wants no more messages' }
  const hint = status >= 300 && status < 400 ? ': redirects are not followed' : ''
  return { kind: 'retry', error: `answered ${status}${hint}`, askedMs: readRetryAfter(retryAfter, now) }
}
