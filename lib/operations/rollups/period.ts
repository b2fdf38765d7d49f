import { DAY_MS, HOUR_MS } from '@/lib/contracts/durations'
import type { BucketUnit } from '@/lib/contracts/overview'
import type { Range } from '@/lib/contracts/primitives'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { startOf } from './runs'

const TABLES = {
  runs: { hour: Prisma.raw('rollup_hour'), day: Prisma.raw('rollup_day') },
  failures: { hour: Prisma.raw('rollup_failure'), day: Prisma.raw('rollup_failure_day') },
  /** For all chains together: fewer rows per day, the same per hour. */
  groups: { hour: Prisma.raw('rollup_failure'), day: Prisma.raw('rollup_group_day') },
}

/** Which rollups to read for these chains; null means all chains. */
export const failureRollups = (chainIds: readonly string[] | null) => (chainIds === null ? 'groups' : 'failures')

/** The day table for these chains, whatever the period. */
export const failureDays = (chainIds: readonly string[] | null) => TABLES[failureRollups(chainIds)].day

/**
 * Returns the rollups `r` of [from, end of the period) that meet a condition, as rows of `since` and the columns. Reads hours if the
 * buckets are hours or an edge lies within a day, and whole days otherwise, so that ninety days read ninety rows per version.
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

/**
 * Returns the sums of these columns of rollups `r` with their version `v`. Of `served` columns without candidates, which are compared, not
 * served: their runs are counted, but excluded from means and shares.
 */
export function selectSums(counted: readonly string[], served: readonly string[]): Prisma.Sql {
  return Prisma.raw(
    [
      ...counted.map((name) => `sum(r."${name}")::float8 AS "${name}"`),
      ...served.map(
        (name) => `coalesce(sum(r."${name}") FILTER (WHERE v.state <> 'candidate'), 0)::float8 AS "${name}"`,
      ),
    ].join(', '),
  )
}

/** Returns the UTC days that one of these times splits. */
function raggedDays(times: readonly Date[]): Date[] {
  const days = times.map((time) => ({ time, day: startOf('day', time) }))
  const ragged = days.filter(({ time, day }) => time.getTime() !== Date.parse(day)).map(({ day }) => day)
  return [...new Set(ragged)].map((day) => new Date(day))
}

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

/** Returns the next start of a bucket after `time`, in UTC; weeks start on Monday. */
function nextStart(time: Date, unit: BucketUnit): Date {
  const [year, month, day] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()]
  if (unit === 'hour') return new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS)
  if (unit === 'day') return new Date(Date.UTC(year, month, day + 1))
  if (unit === 'month') return new Date(Date.UTC(year, month + 1, 1))
  return new Date(Date.UTC(year, month, day + 7 - ((time.getUTCDay() + 6) % 7)))
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

type Where = { project: Pick<ProjectContext, 'project'>['project']; chainIds: readonly string[] | null }

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
export async function findKnownHours(
  ctx: ProjectContext,
  chainIds: readonly string[] | null,
): Promise<{ first: Date; last: Date } | null> {
  const where = inChains({ ...ctx, chainIds })
  const [row] = await ctx.db.$queryRaw<{ first: Date | null; last: Date | null }[]>`
    SELECT (SELECT r.hour FROM rollup_hour r WHERE ${where} AND r.runs > 0 ORDER BY r.hour LIMIT 1) AS first,
      (SELECT r.hour FROM rollup_hour r WHERE ${where} AND r.runs > 0 ORDER BY r.hour DESC LIMIT 1) AS last`
  return row?.first && row.last ? { first: row.first, last: row.last } : null
}

const HOURS: Record<Exclude<Range, 'all'>, number> = { '24h': 24, '7d': 168, '30d': 720, '90d': 2160 }

/** Returns the start of a range seen from `now`, or null for an unbounded one. */
export function startOfRange(range: Range, now: Date): Date | null {
  return range === 'all' ? null : new Date(now.getTime() - HOURS[range] * HOUR_MS)
}
