'use client'

import { StatusMark } from '@/components/domain-ui/status-mark'
import { useNow, useTimeZone } from '@/components/ui/time'
import type { DeadLetterRow } from '@/lib/contracts/dead-letters'
import { formatDateTime, formatMoment, formatRemaining } from '@/lib/presentation/format/date'
import { deadLetterStatusLabels } from '@/lib/presentation/labels/dead-letters'

const marks = { pending: 'unknown', retrying: 'running', resolved: 'pass', abandoned: 'cancelled' } as const

type ItemStatus = Pick<DeadLetterRow, 'status' | 'waitsFor'>

/** Status of a dead letter; highlighted only if it waits for a person. */
export function DeadLetterStatusMark({ item, className }: { item: ItemStatus; className?: string }) {
  const mark = item.waitsFor === 'person' ? 'review' : marks[item.status]
  return <StatusMark status={mark} word={deadLetterStatusLabels[item.status]} className={className} />
}

/** Attempt count, "1 of 3"; retries requested by people can exceed the maximum. */
export function AttemptCount({ item }: { item: Pick<DeadLetterRow, 'attempts' | 'maxAttempts'> }) {
  return (
    <span title="Attempts so far, of those that happen by themselves">
      {item.attempts} of {item.maxAttempts}
    </span>
  )
}

/** Countdown to the next retry; `whole` adds the absolute time. If the current time is unknown, shows only the absolute time. */
export function RetryTime({ at, whole = false }: { at: string; whole?: boolean }) {
  const timeZone = useTimeZone()
  const now = useNow()
  const leftMs = now === null ? null : Date.parse(at) - now
  const remaining = leftMs === null ? null : leftMs <= 0 ? 'due now' : `in ${formatRemaining(leftMs)}`
  return (
    <time dateTime={at} title={formatMoment(at, timeZone)} className="whitespace-nowrap">
      {whole || remaining === null ? [formatDateTime(at, timeZone), remaining].filter(Boolean).join(', ') : remaining}
    </time>
  )
}
