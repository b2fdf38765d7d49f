import type { DeadLetterCategory } from '@/lib/contracts/dead-letters'

const retryable: ReadonlySet<DeadLetterCategory> = new Set(['TRANSIENT', 'RATE_LIMITED', 'RESOURCE', 'DEPENDENCY'])

/** Whether time alone may mend it. Of the others only a person may ask for a retry. */
export function isRetryable(category: DeadLetterCategory): boolean {
  return retryable.has(category)
}
