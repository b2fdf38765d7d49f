'use client'

import { clsx } from 'clsx'
import { formatDateTime, formatMoment, formatRelative } from '@/lib/format/date'
import { formatRemaining } from '@/lib/format/duration'
import { type Tone, toneText } from './tone'
import { useNow } from './use-now'
import { useTimeZone } from './use-time-zone'

const URGENT_MS = 2 * 3_600_000
const SECONDS_SHOWN_MS = 10 * 60_000

type CountdownProps = {
  deadlineAt: string
  /** Only the remaining time; the absolute time moves to the title. */
  compact?: boolean
  /** Keep the colour of the text around it. */
  inherit?: boolean
  className?: string
}

/** A deadline as absolute time and as time left. The server writes the absolute time alone. */
export function Countdown({ deadlineAt, compact = false, inherit = false, className }: CountdownProps) {
  const timeZone = useTimeZone()
  const now = useNow()
  const leftMs = now === null ? null : new Date(deadlineAt).getTime() - now
  const absolute = formatDateTime(deadlineAt, timeZone)
  const remaining = leftMs === null || now === null ? null : remainingText(leftMs, deadlineAt, now)
  return (
    <time
      dateTime={deadlineAt}
      title={formatMoment(deadlineAt, timeZone)}
      className={clsx('whitespace-nowrap', className)}
    >
      {(!compact || remaining === null) && <span>{absolute}</span>}
      {!compact && remaining !== null && <span className="px-1.5 text-ink-3">·</span>}
      {remaining !== null && leftMs !== null && (
        <span className={clsx('font-medium', !inherit && toneText[toneOf(leftMs)])}>{remaining}</span>
      )}
    </time>
  )
}

function remainingText(leftMs: number, deadlineAt: string, now: number): string {
  if (leftMs <= 0) return `passed ${formatRelative(deadlineAt, now)}`
  return leftMs < SECONDS_SHOWN_MS
    ? `${formatRemaining(leftMs)} left`
    : `${formatRemaining(Math.floor(leftMs / 60_000) * 60_000)} left`
}

function toneOf(leftMs: number): Tone {
  if (leftMs <= 0) return 'fail'
  return leftMs < URGENT_MS ? 'review' : 'neutral'
}
