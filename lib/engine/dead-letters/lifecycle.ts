import type { DeadLetterCategory, DeadLetterStatus } from '@/lib/contracts/dead-letters'
import type { FailureClass } from '@/lib/contracts/primitives'
import { nextAttemptAt } from '../work/retry-schedule'

/**
 * State transitions of a dead letter. `retry` requests an immediate retry, `claim` takes the lease; the others end the lease or the item.
 */
type Move = 'retry' | 'claim' | 'succeed' | 'fail' | 'lose_lease' | 'resolve' | 'abandon'

// `retrying` is a lease: when it expires the item is pending again. `resolved` and `abandoned` are final.
const moves: Readonly<Record<DeadLetterStatus, Partial<Record<Move, DeadLetterStatus>>>> = {
  pending: { retry: 'pending', claim: 'retrying', resolve: 'resolved', abandon: 'abandoned' },
  retrying: { succeed: 'resolved', fail: 'pending', lose_lease: 'pending' },
  resolved: {},
  abandoned: {},
}

/** Returns the status after a move, or null when the move is not allowed from this status. */
export function afterMove(status: DeadLetterStatus, move: Move): DeadLetterStatus | null {
  return moves[status][move] ?? null
}

interface Waiting {
  status: DeadLetterStatus
  nextAt: Date | null
  /** Whether Veritas can execute the operation itself. */
  isDeskOperation: boolean
}

/** Returns what a pending item waits for: its retry time, Veritas, a worker that claims it, or a person. Null when it is not pending. */
export function waitsFor({ status, nextAt, isDeskOperation }: Waiting, now: Date) {
  if (status !== 'pending') return null
  if (nextAt === null) return 'person' as const
  if (nextAt > now) return 'backoff' as const
  return isDeskOperation ? ('desk' as const) : ('worker' as const)
}

const CATEGORY_OF_CLASS: Readonly<Record<FailureClass, DeadLetterCategory>> = {
  timeout: 'TRANSIENT',
  provider_transient: 'TRANSIENT',
  rate_limited: 'RATE_LIMITED',
  invalid_tool_args: 'VALIDATION',
  missing_target_path: 'PERMANENT',
  permission_required: 'PERMANENT',
  policy_blocked: 'PERMANENT',
  provider_auth: 'PERMANENT',
  provider_spend_limit: 'PERMANENT',
  unknown: 'INTERNAL',
}

/** What no class of failures says, by words of the error. */
const WORDS: readonly [DeadLetterCategory, RegExp][] = [
  ['CANCELLED', /\bcancell?ed\b|\baborted by (?:the )?(?:user|caller|client)\b|\boperation was aborted\b/i],
  [
    'RESOURCE',
    /\bENOSPC\b|\bENOMEM\b|\bEMFILE\b|\bno space left\b|\bdisk (?:is )?full\b|\bout of memory\b|\btoo many open files\b/i,
  ],
  [
    'DEPENDENCY',
    /\b(?:dependency|dependencies|upstream|prerequisites?)\b.{0,60}\b(?:failed|unavailable|not ready|did not (?:complete|finish))\b/i,
  ],
]

const READ_MAX = 10_000

/** Returns the category of a dead letter by the class and the words of its error. What is not recognized waits for a person. */
export function categoryOfFailure(failureClass: FailureClass, error: string): DeadLetterCategory {
  const matched = failureClass === 'unknown' && WORDS.find(([, words]) => words.test(error.slice(0, READ_MAX)))
  return matched ? matched[0] : CATEGORY_OF_CLASS[failureClass]
}

const retryable: ReadonlySet<DeadLetterCategory> = new Set(['TRANSIENT', 'RATE_LIMITED', 'RESOURCE', 'DEPENDENCY'])

/** Whether waiting may fix the failure. In all other categories only a person can request a retry. */
function isRetryable(category: DeadLetterCategory): boolean {
  return retryable.has(category)
}

/** Waits between a failure and the next retry, by the number of retries so far; the last one applies to all later retries. */
const WAITS_MS: readonly number[] = [60_000, 300_000, 900_000, 1_800_000, 3_600_000]

/** How long a retry may take before the item is pending again. */
const LEASE_MS = 300_000

/** Returns when a lease taken at `now` expires. */
export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}

interface FailedItem {
  category: DeadLetterCategory
  /** Retries so far, including those whose lease was lost. */
  attempts: number
  maxAttempts: number
}

/** Returns when the next automatic retry is due after a failure at `failedAt`; null when only a person can request one. */
export function nextRetryAt({ category, attempts, maxAttempts }: FailedItem, failedAt: Date): Date | null {
  if (!isRetryable(category) || attempts >= maxAttempts) return null
  return nextAttemptAt({ waitsMs: WAITS_MS }, Math.min(attempts, WAITS_MS.length - 1), failedAt)
}
