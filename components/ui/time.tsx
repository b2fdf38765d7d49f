'use client'

import { formatDate, formatDateTime, formatMoment, formatRelative } from '@/lib/format/date'
import { useNow } from './use-now'
import { useTimeZone } from './use-time-zone'

type TimeProps = { iso: string | null; className?: string }

/** A moment in the reader's own zone, the zone named. */
export function AbsoluteTime({ iso, className }: TimeProps) {
  const timeZone = useTimeZone()
  return (
    <time dateTime={iso ?? undefined} title={iso ? formatMoment(iso, timeZone) : undefined} className={className}>
      {formatDateTime(iso, timeZone)}
    </time>
  )
}

/** "12 min ago"; the absolute time on hover. */
export function RelativeTime({ iso, className }: TimeProps) {
  const timeZone = useTimeZone()
  const now = useNow(15_000)
  return (
    <time dateTime={iso ?? undefined} title={iso ? formatMoment(iso, timeZone) : undefined} className={className}>
      {now === null ? formatDate(iso, timeZone) : formatRelative(iso, now, timeZone)}
    </time>
  )
}
