import type { DeadLetterCategory } from '@/lib/contracts/dead-letters'

/** A retry that failed again, with a category that determines whether another may help. */
export class RetryFailure extends Error {
  constructor(
    message: string,
    readonly category: DeadLetterCategory,
  ) {
    super(message)
    this.name = 'RetryFailure'
  }
}
