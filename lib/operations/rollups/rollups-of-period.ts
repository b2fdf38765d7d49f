import { Prisma } from '@/lib/db/generated/client'
import type { Period } from '../overview/period'
import { startOf } from './grain'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TABLES = {
  runs: { hour: Prisma.raw('rollup_hour'), day: Prisma.raw('rollup_day') },
  failures: { hour: Prisma.raw('rollup_failure'), day: Prisma.raw('rollup_failure_day') },
}

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
