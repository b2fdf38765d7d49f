import type { DeadLetterStatus } from '@/lib/contracts/dead-letters'

/** What can happen to an item. `retry` asks for one at once; `claim` takes the lease; the rest end it or the item. */
export type Move = 'retry' | 'claim' | 'succeed' | 'fail' | 'lose_lease' | 'resolve' | 'abandon'

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

export interface Waiting {
  status: DeadLetterStatus
  nextRetryAt: Date | null
  /** The desk knows how to execute the operation itself. */
  isDeskOperation: boolean
}

/** What a pending item waits for: its hour, the desk, a worker that claims it, or a person. Null when it does not wait. */
export function waitsFor({ status, nextRetryAt, isDeskOperation }: Waiting, now: Date) {
  if (status !== 'pending') return null
  if (nextRetryAt === null) return 'person' as const
  if (nextRetryAt > now) return 'backoff' as const
  return isDeskOperation ? ('desk' as const) : ('worker' as const)
}
