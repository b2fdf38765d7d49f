'use client'

import { useNow } from '@/components/ui/use-now'
import { useTimeZone } from '@/components/ui/use-time-zone'
import { formatDateTime, formatMoment } from '@/lib/format/date'
import { formatRemaining } from '@/lib/format/duration'

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
