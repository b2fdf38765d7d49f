import type { DeadLetterCategory, DeadLetterStatus } from '@/lib/contracts/dead-letters'
import { nextAttemptAt } from '../work/retry-schedule'

/** What can happen to an item. `retry` asks for one at once; `claim` takes the lease; the rest end it or the item. */
type Move = 'retry' | 'claim' | 'succeed' | 'fail' | 'lose_lease' | 'resolve' | 'abandon'

// `retrying` is a lease: when it runs out the item is pending again. `resolved` and `abandoned` are final.
const moves: Readonly<Record<DeadLetterStatus, Partial<Record<Move, DeadLetterStatus>>>> = {
  pending: { retry: 'pending', claim: 'retrying', resolve: 'resolved', abandon: 'abandoned' },
  retrying: { succeed: 'resolved', fail: 'pending', lose_lease: 'pending' },
  resolved: {},
  abandoned: {},
}

/** The status after a move; null when it is not allowed from here. */
export function afterMove(status: DeadLetterStatus, move: Move): DeadLetterStatus | null {
  return moves[status][move] ?? null
}

interface Waiting {
  status: DeadLetterStatus
  nextAt: Date | null
  /** The desk knows how to execute the operation itself. */
  isDeskOperation: boolean
}

/** What a pending item waits for: its hour, the desk, a worker that claims it, or a person. Null when it does not wait. */
export function waitsFor({ status, nextAt, isDeskOperation }: Waiting, now: Date) {
  if (status !== 'pending') return null
  if (nextAt === null) return 'person' as const
  if (nextAt > now) return 'backoff' as const
  return isDeskOperation ? ('desk' as const) : ('worker' as const)
}

const retryable: ReadonlySet<DeadLetterCategory> = new Set(['TRANSIENT', 'RATE_LIMITED', 'RESOURCE', 'DEPENDENCY'])

/** Whether time alone may mend it. Of the others only a person may ask for a retry. */
function isRetryable(category: DeadLetterCategory): boolean {
  return retryable.has(category)
}

/** From a failure to the retry that follows it, by the retries before; the last wait holds for all later ones. */
const WAITS_MS: readonly number[] = [60_000, 300_000, 900_000, 1_800_000, 3_600_000]

/** How long who retries may take before the item is pending again. */
const LEASE_MS = 300_000

/** When a lease taken at `now` ends. */
export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}

interface FailedItem {
  category: DeadLetterCategory
  /** Retries so far, lost ones included. */
  attempts: number
  maxAttempts: number
}

/** When the next retry happens by itself after a failure at `failedAt`; null when only a person may ask for one. */
export function nextRetryAt({ category, attempts, maxAttempts }: FailedItem, failedAt: Date): Date | null {
  if (!isRetryable(category) || attempts >= maxAttempts) return null
  return nextAttemptAt({ waitsMs: WAITS_MS }, Math.min(attempts, WAITS_MS.length - 1), failedAt)
}
