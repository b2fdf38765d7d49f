import { StatusMark } from '@/components/pieces/status-mark'
import type { DeadLetterRow } from '@/lib/contracts/dead-letters'
import { deadLetterStatusLabels } from '@/lib/format/dead-letter-labels'

const marks = { pending: 'unknown', retrying: 'running', resolved: 'pass', abandoned: 'cancelled' } as const

type Standing = Pick<DeadLetterRow, 'status' | 'waitsFor'>

/** Only what waits for a person stands out. */
export function DeadLetterStatusMark({ item, className }: { item: Standing; className?: string }) {
  const mark = item.waitsFor === 'person' ? 'review' : marks[item.status]
  return <StatusMark status={mark} word={deadLetterStatusLabels[item.status]} className={className} />
}

/** "1 of 3"; more than that were asked for by people. */
export function AttemptCount({ item }: { item: Pick<DeadLetterRow, 'attempts' | 'maxAttempts'> }) {
  return (
    <span title="Attempts so far, of those that happen by themselves">
      {item.attempts} of {item.maxAttempts}
    </span>
  )
}
