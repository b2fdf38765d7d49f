import type { BucketUnit } from '@/lib/contracts/overview'
import type { Range } from '@/lib/contracts/primitives'
import { startOfRange } from '../range'

/** A stretch of whole hours [from, to), the equally long one before it, and where its buckets begin. */
export type Period = {
  /** False for all time: then `from` is only where the first run is. */
  hasStart: boolean
  from: Date
  to: Date
  previousFrom: Date | null
  unit: BucketUnit
  starts: Date[]
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const UNITS: Record<Exclude<Range, 'all'>, BucketUnit> = { '24h': 'hour', '7d': 'day', '30d': 'day', '90d': 'week' }
const COARSEST_SPANS: readonly [maxDays: number, unit: BucketUnit][] = [
  [2, 'hour'],
  [62, 'day'],
  [3 * 366, 'week'],
]

/**
 * The period of a range seen from `now`: it ends with the current hour. All time reaches from the first to the last hour
 * that holds a run (`known`), in buckets as wide as its length asks for.
 */
export function periodOf(range: Range, now: Date, known: { first: Date; last: Date } | null): Period {
  const end = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS)
  const from = startOfRange(range, end)
  if (from === null || range === 'all') return allTime(end, known)
  const unit = UNITS[range]
  return {
    hasStart: true,
    from,
    to: end,
    previousFrom: startOfRange(range, from),
    unit,
    starts: startsOf(from, end, unit),
  }
}

function allTime(end: Date, known: { first: Date; last: Date } | null): Period {
  const from = known && known.first < end ? known.first : new Date(end.getTime() - HOUR_MS)
  const to = known ? new Date(Math.max(end.getTime(), known.last.getTime() + HOUR_MS)) : end
  const days = (to.getTime() - from.getTime()) / DAY_MS
  const unit = COARSEST_SPANS.find(([maxDays]) => days <= maxDays)?.[1] ?? 'month'
  return { hasStart: false, from, to, previousFrom: null, unit, starts: startsOf(from, to, unit) }
}

function startsOf(from: Date, to: Date, unit: BucketUnit): Date[] {
  const starts = [from]
  for (let next = nextStart(from, unit); next < to; next = nextStart(next, unit)) starts.push(next)
  return starts
}

/** The first beginning of such a bucket after `time`, in UTC; weeks begin on Monday. */
function nextStart(time: Date, unit: BucketUnit): Date {
  const [year, month, day] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()]
  if (unit === 'hour') return new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS)
  if (unit === 'day') return new Date(Date.UTC(year, month, day + 1))
  if (unit === 'month') return new Date(Date.UTC(year, month + 1, 1))
  return new Date(Date.UTC(year, month, day + 7 - ((time.getUTCDay() + 6) % 7)))
}

/** The buckets as stretches of time: each ends where the next begins, the last one with the period. */
export function bucketSpans(period: Period): { start: string; end: string }[] {
  return period.starts.map((start, place) => ({
    start: start.toISOString(),
    end: (period.starts[place + 1] ?? period.to).toISOString(),
  }))
}
