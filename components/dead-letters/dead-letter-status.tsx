'use client'

import { StatusMark } from '@/components/domain-ui/status-mark'
import { useNow, useTimeZone } from '@/components/ui/time'
import type { DeadLetterRow } from '@/lib/contracts/dead-letters'
import { formatDateTime, formatMoment, formatRemaining } from '@/lib/presentation/format/date'
import { deadLetterStatusLabels } from '@/lib/presentation/labels/dead-letters'

const marks = { pending: 'unknown', retrying: 'running', resolved: 'pass', abandoned: 'cancelled' } as const

type ItemStatus = Pick<DeadLetterRow, 'status' | 'waitsFor'>

/** Only what waits for a person stands out. */
export function DeadLetterStatusMark({ item, className }: { item: ItemStatus; className?: string }) {
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

/** When the next retry is due, counted down; `whole` gives the absolute time as well. The server writes that one alone. */
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
