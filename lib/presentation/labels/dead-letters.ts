import type {
  DeadLetter,
  DeadLetterAction,
  DeadLetterCategory,
  DeadLetterEvent,
  DeadLetterStatus,
} from '@/lib/contracts/dead-letters'

export const deadLetterStatusLabels: Record<DeadLetterStatus, string> = {
  pending: 'Pending',
  retrying: 'Retrying',
  resolved: 'Resolved',
  abandoned: 'Abandoned',
}

export const deadLetterCategoryLabels: Record<DeadLetterCategory, string> = {
  TRANSIENT: 'Transient',
  RATE_LIMITED: 'Rate limited',
  RESOURCE: 'Resource',
  DEPENDENCY: 'Dependency',
  PERMANENT: 'Permanent',
  VALIDATION: 'Validation',
  INTERNAL: 'Internal',
  CANCELLED: 'Cancelled',
}

export const deadLetterActionLabels: Record<DeadLetterAction, string> = {
  retry: 'Retry',
  resolve: 'Resolve',
  abandon: 'Abandon',
}

export const deadLetterEventLabels: Record<DeadLetterEvent['kind'], string> = {
  added: 'Added',
  asked: 'Retry asked for',
  retried: 'Retry begun',
  failed: 'Failed again',
  resolved: 'Resolved',
  abandoned: 'Abandoned',
  lease_lost: 'Attempt lost',
}

/** What becomes of an item next, in words. The hour of a retry stands beside it. */
export function whatComesNext({ status, waitsFor, attempts, maxAttempts, category, operation }: NextOf): string {
  if (status === 'retrying') return 'It is being retried now.'
  if (status === 'resolved') return 'Nothing: it is resolved.'
  if (status === 'abandoned') return 'Nothing: it was abandoned.'
  if (waitsFor === 'backoff') return 'It is retried by itself.'
  if (waitsFor === 'desk') return 'Veritas retries it within a minute.'
  if (waitsFor === 'worker')
    return `It is due. Veritas cannot execute ${operation} itself: it waits for a worker that claims it.`
  if (attempts >= maxAttempts) return `All ${maxAttempts} attempts failed. It waits for a person.`
  return `${deadLetterCategoryLabels[category]} failures are not retried by themselves. It waits for a person.`
}

type NextOf = Pick<DeadLetter, 'status' | 'waitsFor' | 'attempts' | 'maxAttempts' | 'category' | 'operation'>
