import type { DeadLetterCategory } from '@/lib/contracts/dead-letters'
import { isRetryable } from '@/lib/engine/dead-letters/category'

/** Seconds from a failure to the retry that follows it, by the retries before; the last one holds for all later ones. */
export const BACKOFF_S: readonly number[] = [60, 300, 900, 1800, 3600]

/** How long who retries may take before the item is pending again, in seconds. */
export const LEASE_S = 300

/** When a lease taken at `now` ends. */
export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_S * 1000)
}

export interface FailedItem {
  category: DeadLetterCategory
  /** Retries so far, lost ones included. */
  retryCount: number
  maxAttempts: number
}

/** When the next retry happens by itself after a failure at `failedAt`; null when only a person may ask for one. */
export function nextRetryAt({ category, retryCount, maxAttempts }: FailedItem, failedAt: Date): Date | null {
  if (!isRetryable(category) || retryCount >= maxAttempts) return null
  const waitS = BACKOFF_S[Math.min(retryCount, BACKOFF_S.length - 1)] ?? 0
  return new Date(failedAt.getTime() + waitS * 1000)
}
