import { DAY_MS, floorHour, HOUR_MS } from '@/lib/contracts/durations'
import type { BucketUnit } from '@/lib/contracts/overview'
import type { Range } from '@/lib/contracts/primitives'
import { Prisma } from '@/lib/db/generated/client'
import { isoDay, startOfDay } from '@/lib/engine/weekly/iso-week'
import { loadTimeZone, type ProjectContext } from '../context'
import { startOf } from './runs'

const TABLES = {
  runs: { hour: Prisma.raw('rollup_hour'), day: Prisma.raw('rollup_day') },
  /** For all chains together, apart for candidates. */
  allRuns: { hour: Prisma.raw('rollup_project_hour'), day: Prisma.raw('rollup_project_day') },
  failures: { hour: Prisma.raw('rollup_failure'), day: Prisma.raw('rollup_failure_day') },
  /** For all chains together: fewer rows per day, the same per hour. */
  groups: { hour: Prisma.raw('rollup_failure'), day: Prisma.raw('rollup_group_day') },
}

/** Which rollups to read for these chains; null means all chains. */
export const failureRollups = (chainIds: readonly string[] | null) => (chainIds === null ? 'groups' : 'failures')

/** The day table for these chains, whatever the period. */
export const failureDays = (chainIds: readonly string[] | null) => TABLES[failureRollups(chainIds)].day

/**
 * Returns the rollups `r` of [from, end of the period) that meet a condition, as rows of `since` and the columns. Days (UTC) that no
 * bucket splits are read from the day table, so that ninety days read ninety rows per version; the others from the hour table. So are
 * all days where midnight in the project's zone is not midnight UTC and the buckets are days.
 */
export function rollupsOfPeriod(
  counted: keyof typeof TABLES,
  columns: Prisma.Sql,
  condition: Prisma.Sql,
  period: Period,
  from: Date = period.from,
): Prisma.Sql {
  const { hour, day } = TABLES[counted]
  const hours = (of: Prisma.Sql) =>
    Prisma.sql`SELECT r.hour AS since, ${columns} FROM ${hour} r WHERE ${condition} AND ${of}`
  const { to } = period
  if (period.unit === 'hour') return hours(Prisma.sql`r.hour >= ${from}::timestamptz AND r.hour < ${to}::timestamptz`)
  const split = splitDays([from, ...period.starts, to])
  const apart = split.flatMap((start) => hoursOf(start, from, to))
  const whole = Prisma.sql`
    SELECT r.day AS since, ${columns} FROM ${day} r
    WHERE ${condition} AND r.day >= ${from}::timestamptz AND r.day < ${to}::timestamptz
      AND r.day <> ALL(${split.map((start) => start.toISOString())}::timestamptz[])`
  if (apart.length === 0) return whole
  return Prisma.sql`${whole} UNION ALL ${hours(Prisma.sql`r.hour = ANY(${apart}::timestamptz[])`)}`
}

/** Returns the UTC days that one of these times splits. */
function splitDays(times: readonly Date[]): Date[] {
  const days = times.map((time) => ({ time, day: startOf('day', time) }))
  const split = days.filter(({ time, day }) => time.getTime() !== Date.parse(day)).map(({ day }) => day)
  return [...new Set(split)].map((day) => new Date(day))
}

/** Returns the hours of a UTC day that lie in [from, to). */
function hoursOf(day: Date, from: Date, to: Date): string[] {
  const end = Math.min(day.getTime() + DAY_MS, to.getTime())
  const hours: string[] = []
  for (let at = Math.max(day.getTime(), from.getTime()); at < end; at += HOUR_MS) hours.push(new Date(at).toISOString())
  return hours
}

/**
 * Returns the sums of these columns of rollups `r`. Of `served` columns without candidates, which are compared, not served: their runs are
 * counted, but excluded from means and shares.
 */
export function selectSums(counted: readonly string[], served: readonly string[]): Prisma.Sql {
  return Prisma.raw(
    [
      ...counted.map((name) => `sum(r."${name}")::float8 AS "${name}"`),
      ...served.map((name) => `coalesce(sum(r."${name}") FILTER (WHERE NOT r.is_candidate), 0)::float8 AS "${name}"`),
    ].join(', '),
  )
}

/** Returns the counts of runs of [from, end of the period) as {@link rollupsOfPeriod}, with `is_candidate`: of all chains together for null. */
export function runsOfPeriod(
  { project, chainIds }: Where,
  columns: Prisma.Sql,
  period: Period,
  from: Date = period.from,
): Prisma.Sql {
  const where = inChains({ project, chainIds })
  if (chainIds === null) return rollupsOfPeriod('allRuns', Prisma.sql`r.is_candidate, ${columns}`, where, period, from)
  return withCandidates(project.id, rollupsOfPeriod('runs', Prisma.sql`r.version_id, ${columns}`, where, period, from))
}

/** Adds `is_candidate` to rollups with their `version_id`. */
export const withCandidates = (projectId: string, rollups: Prisma.Sql) => Prisma.sql`
  SELECT c.*, c.version_id IN (
    SELECT v.id FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.state = 'candidate') AS is_candidate
  FROM (${rollups}) c`

/** A span of whole hours [from, to), the equally long one before it, and the starts of its buckets. */
export type Period = {
  /** False for all time: `from` is then the time of the first run. */
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
 * Returns the period of a range seen from `now`; it ends with the current hour. All time spans the first to the last hour with runs
 * (`known`), in buckets whose width depends on its length.
 * @param timeZone of the buckets; null for a period that is only summed, which is then one bucket
 */
export function periodOf(
  range: Range,
  now: Date,
  known: { first: Date; last: Date } | null,
  timeZone: string | null,
): Period {
  const end = new Date(floorHour(now.getTime()) + HOUR_MS)
  const from = startOfRange(range, end)
  const span =
    from === null || range === 'all'
      ? allTime(end, known)
      : { hasStart: true, from, to: end, previousFrom: startOfRange(range, from), unit: UNITS[range] }
  return { ...span, starts: timeZone === null ? [span.from] : startsOf(span, span.unit, timeZone) }
}

function allTime(end: Date, known: { first: Date; last: Date } | null): Omit<Period, 'starts'> {
  const from = known && known.first < end ? known.first : new Date(end.getTime() - HOUR_MS)
  const to = known ? new Date(Math.max(end.getTime(), known.last.getTime() + HOUR_MS)) : end
  const days = (to.getTime() - from.getTime()) / DAY_MS
  const unit = COARSEST_SPANS.find(([maxDays]) => days <= maxDays)?.[1] ?? 'month'
  return { hasStart: false, from, to, previousFrom: null, unit }
}

/** Returns what a period contains of a calendar day, YYYY-MM-DD, in whole hours of UTC. */
export function spanOfDay(day: string, { from, to }: Period, timeZone: string): { start: string; end: string } {
  const dayMs = Date.parse(day)
  const startsAt = (atMs: number) => floorHour(startOfDay(atMs, timeZone))
  return {
    start: new Date(Math.max(startsAt(dayMs), from.getTime())).toISOString(),
    end: new Date(Math.min(startsAt(dayMs + DAY_MS), to.getTime())).toISOString(),
  }
}

/** Loads the period of a range for these chains: in buckets of the project's time zone, or undivided if it is only summed. */
export async function loadPeriod(
  ctx: ProjectContext,
  range: Range,
  chainIds: readonly string[] | null,
  { isDivided }: { isDivided: boolean },
): Promise<Period> {
  const [known, timeZone] = await Promise.all([
    range === 'all' ? findKnownHours(ctx, chainIds) : null,
    isDivided ? loadTimeZone(ctx) : null,
  ])
  return periodOf(range, ctx.now(), known, timeZone)
}

/** Days, weeks and months begin with the hour of UTC that contains their midnight, as rollups cannot be divided further. */
function startsOf({ from, to }: Pick<Period, 'from' | 'to'>, unit: BucketUnit, timeZone: string): Date[] {
  const starts = [from]
  let day = Date.parse(isoDay(from.getTime() + HOUR_MS - 1, timeZone))
  for (let last = from.getTime(); last < to.getTime(); ) {
    day = nextDay(day, unit)
    const next = unit === 'hour' ? last + HOUR_MS : floorHour(startOfDay(day, timeZone))
    if (next > last && next < to.getTime()) starts.push(new Date(next))
    last = Math.max(last, next)
  }
  return starts
}

/** Returns the next first day of a bucket after a calendar day, both as UTC midnight; weeks start on Monday. */
function nextDay(dayMs: number, unit: BucketUnit): number {
  const at = new Date(dayMs)
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  if (unit === 'month') return Date.UTC(year, month + 1, 1)
  return Date.UTC(year, month, unit === 'week' ? day + 7 - ((at.getUTCDay() + 6) % 7) : day + 1)
}

/** Returns the buckets as time spans: each ends at the start of the next one, the last one at the end of the period. */
export function bucketSpans(period: Period): { start: string; end: string }[] {
  return period.starts.map((start, place) => ({
    start: start.toISOString(),
    end: (period.starts[place + 1] ?? period.to).toISOString(),
  }))
}

/** Returns the bucket starts of a period as SQL, preceded by the start of the previous period if there is one. */
export function boundsOf(period: Period): Prisma.Sql {
  const bounds = period.previousFrom ? [period.previousFrom, ...period.starts] : period.starts
  return Prisma.sql`${bounds.map((bound) => bound.toISOString())}::timestamptz[]`
}

type Where = { project: Pick<ProjectContext['project'], 'id'>; chainIds: readonly string[] | null }

/** Restricts a rollup `r` to this project, and to these chains unless null. */
export function inChains({ project, chainIds }: Where): Prisma.Sql {
  const own = Prisma.sql`r.project_id = ${project.id}::uuid`
  return chainIds === null ? own : Prisma.sql`${own} AND r.chain_id = ANY(${chainIds}::uuid[])`
}

/** Returns the ids of the named chains, null for all; unknown names are ignored. */
export async function findChainIds(
  ctx: ProjectContext,
  names: readonly string[] | undefined,
): Promise<string[] | null> {
  if (!names?.length) return null
  const rows = await ctx.db.chain.findMany({
    where: { projectId: ctx.project.id, name: { in: [...names] } },
    select: { id: true },
  })
  return rows.map((row) => row.id)
}

/** Returns the first and last hour with runs of these chains; null if there are none. */
async function findKnownHours(
  ctx: ProjectContext,
  chainIds: readonly string[] | null,
): Promise<{ first: Date; last: Date } | null> {
  const { hour } = TABLES[chainIds === null ? 'allRuns' : 'runs']
  const counted = Prisma.sql`SELECT r.hour FROM ${hour} r WHERE ${inChains({ ...ctx, chainIds })} AND r.runs > 0`
  const [row] = await ctx.db.$queryRaw<{ first: Date | null; last: Date | null }[]>`
    SELECT (${counted} ORDER BY r.hour LIMIT 1) AS first, (${counted} ORDER BY r.hour DESC LIMIT 1) AS last`
  return row?.first && row.last ? { first: row.first, last: row.last } : null
}

const HOURS: Record<Exclude<Range, 'all'>, number> = { '24h': 24, '7d': 168, '30d': 720, '90d': 2160 }

/** Returns the start of a range seen from `now`, or null for an unbounded one. */
export function startOfRange(range: Range, now: Date): Date | null {
  return range === 'all' ? null : new Date(now.getTime() - HOURS[range] * HOUR_MS)
}
