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
  asked: 'Retry requested',
  retried: 'Retry started',
  failed: 'Failed again',
  resolved: 'Resolved',
  abandoned: 'Abandoned',
  lease_lost: 'Attempt lost',
}

/** Describes what happens to an item next. The time of a retry is shown separately. */
export function whatComesNext({ status, waitsFor, attempts, maxAttempts, category, operation }: NextOf): string {
  if (status === 'retrying') return 'It is being retried now.'
  if (status === 'resolved') return 'Nothing is left to do.'
  if (status === 'abandoned') return 'It is not retried any more.'
  if (waitsFor === 'backoff') return 'Retried automatically.'
  if (waitsFor === 'desk') return 'Veritas will retry it within a minute.'
  if (waitsFor === 'worker') return `Due. Veritas cannot run ${operation} itself, so it waits for a worker to claim it.`
  if (attempts >= maxAttempts)
    return `${maxAttempts === 1 ? 'Its only attempt' : `All ${maxAttempts} attempts`} failed. Needs a person.`
  return `${deadLetterCategoryLabels[category]} failures are not retried automatically. Needs a person.`
}

type NextOf = Pick<DeadLetter, 'status' | 'waitsFor' | 'attempts' | 'maxAttempts' | 'category' | 'operation'>
