import type { BucketUnit } from '@/lib/contracts/overview'
import type { Range } from '@/lib/contracts/primitives'
import { Prisma } from '@/lib/db/generated/client'
import { startOfRange } from '../range'
import { startOf } from './runs'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TABLES = {
  runs: { hour: Prisma.raw('rollup_hour'), day: Prisma.raw('rollup_day') },
  failures: { hour: Prisma.raw('rollup_failure'), day: Prisma.raw('rollup_failure_day') },
  /** Of all chains together: their days are fewer, their hours the same. */
  groups: { hour: Prisma.raw('rollup_failure'), day: Prisma.raw('rollup_group_day') },
}

/** Which rollups count the failures of these chains; null for all of them. */
export const failureRollups = (chainIds: readonly string[] | null) => (chainIds === null ? 'groups' : 'failures')

/** The table of their days, whichever period. */
export const failureDays = (chainIds: readonly string[] | null) => TABLES[failureRollups(chainIds)].day

/**
 * The rollups `r` of [from, to of the period) that meet a condition, as rows of `since` and the columns: hours where the
 * period's buckets are hours or begin within a day, and whole days elsewhere, so that ninety days read ninety rows a version.
 */
export function rollupsOfPeriod(
  counted: keyof typeof TABLES,
  columns: Prisma.Sql,
  condition: Prisma.Sql,
  period: Period,
  from: Date = period.from,
): Prisma.Sql {
  const { hour, day } = TABLES[counted]
  const hours = (start: Date, end: Date) => Prisma.sql`
    SELECT r.hour AS since, ${columns} FROM ${hour} r
    WHERE ${condition} AND r.hour >= ${start}::timestamptz AND r.hour < ${end}::timestamptz`
  if (period.unit === 'hour') return hours(from, period.to)
  const edges = raggedDays([from, period.from, period.to])
  const whole = Prisma.sql`
    SELECT r.day AS since, ${columns} FROM ${day} r
    WHERE ${condition} AND r.day >= ${from}::timestamptz AND r.day < ${period.to}::timestamptz
      AND r.day <> ALL(${edges.map((edge) => edge.toISOString())}::timestamptz[])`
  const parts = edges.map((edge) => {
    const end = Math.min(edge.getTime() + DAY_MS, period.to.getTime())
    return hours(new Date(Math.max(edge.getTime(), from.getTime())), new Date(end))
  })
  return Prisma.join([whole, ...parts], ' UNION ALL ')
}

/** The days (UTC) in the middle of which one of these times lies. */
function raggedDays(times: readonly Date[]): Date[] {
  const days = times.map((time) => ({ time, day: startOf('day', time) }))
  const ragged = days.filter(({ time, day }) => time.getTime() !== Date.parse(day)).map(({ day }) => day)
  return [...new Set(ragged)].map((day) => new Date(day))
}

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
