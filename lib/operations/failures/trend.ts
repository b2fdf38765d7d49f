import type { FailureCounts, FailureFilters } from '@/lib/contracts/failures'
import type { Range } from '@/lib/contracts/primitives'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { boundsOf, findKnownHours, inChains } from '../overview/sums'
import { bucketSpans, failureDays, failureRollups, type Period, periodOf, rollupsOfPeriod } from '../rollups/period'

/** A stretch of time to count in; `period` where it is a range alone, whose days are counted by the day. */
export type Span = { from: Date | null; to: Date | null; period: Period | null }

/** The later of both beginnings: a range and a moment narrow each other. */
export function spanOf({ range, from, to }: Pick<FailureFilters, 'range' | 'from' | 'to'>, now: Date): Span {
  const period = range && range !== 'all' ? periodOf(range, now, null) : null
  if (!from && !to) return { from: period?.from ?? null, to: null, period }
  const starts = [period?.from, from ? new Date(from) : null].flatMap((start) => start ?? [])
  const start = starts.length > 0 ? new Date(Math.max(...starts.map(Number))) : null
  return { from: start, to: to ? new Date(to) : null, period: null }
}

type Scope = Span & { chainIds: readonly string[] | null }

/** Whether every failure there ever was counts. */
export const isWhole = ({ from, to, chainIds }: Scope) => from === null && to === null && chainIds === null

const CELLS = Prisma.raw('r.fingerprint, r.roots, r.cascades')

/** The failures of a span that fulfil a condition on a rollup `r`, added up; grouped by what `by` selects, where it says so. */
export function countsOf(ctx: ProjectContext, scope: Scope, condition: Prisma.Sql, by = Prisma.empty): Prisma.Sql {
  const where = Prisma.sql`${inChains({ ...ctx, chainIds: scope.chainIds })} AND ${condition}`
  return Prisma.sql`
    SELECT ${by}coalesce(sum(r.roots), 0)::int AS roots, coalesce(sum(r.cascades), 0)::int AS cascades FROM (${cells(scope, where)}) r`
}

/** Rollups are by the hour: the hour that a moment falls into belongs to what follows it, and to what comes before its end. */
function cells({ from, to, period, chainIds }: Scope, where: Prisma.Sql): Prisma.Sql {
  if (period) return rollupsOfPeriod(failureRollups(chainIds), CELLS, where, period)
  if (!from && !to) return Prisma.sql`SELECT ${CELLS} FROM ${failureDays(chainIds)} r WHERE ${where}`
  const start = from ? Prisma.sql` AND r.hour >= date_trunc('hour', ${from}::timestamptz, 'UTC')` : Prisma.empty
  const end = to ? Prisma.sql` AND r.hour < ${to}::timestamptz` : Prisma.empty
  return Prisma.sql`SELECT ${CELLS} FROM rollup_failure r WHERE ${where}${start}${end}`
}

type Mark = FailureCounts & { head: string; place: number }

/** The failures of groups over a range, thirty days where none is named, bucket by bucket. */
export async function loadTrend(
  ctx: ProjectContext,
  range: Range = '30d',
  chainIds: readonly string[] | null,
  heads: readonly string[],
) {
  const period = periodOf(range, ctx.now(), range === 'all' ? await findKnownHours(ctx, chainIds) : null)
  const own = Prisma.sql`${inChains({ ...ctx, chainIds })} AND r.fingerprint = ANY(ARRAY(
    SELECT m.fingerprint FROM failure_group m WHERE m.project_id = ${ctx.project.id}::uuid
      AND (m.fingerprint = ANY(${[...heads]}::text[]) OR m.merged_into = ANY(${[...heads]}::text[]))))`
  const rows = await ctx.db.$queryRaw<Mark[]>`
    SELECT coalesce(m.merged_into, m.fingerprint) AS head, width_bucket(r.since, ${boundsOf({ ...period, previousFrom: null })}) - 1 AS place,
      sum(r.roots)::int AS roots, sum(r.cascades)::int AS cascades
    FROM (${rollupsOfPeriod(failureRollups(chainIds), CELLS, own, period)}) r
    JOIN failure_group m ON m.project_id = ${ctx.project.id}::uuid AND m.fingerprint = r.fingerprint
    GROUP BY 1, 2`
  const byHead = Map.groupBy(rows, ({ head }) => head)
  const marks = new Map(
    heads.map((head) => {
      const at = new Map(byHead.get(head)?.map((mark) => [mark.place, mark]))
      return [
        head,
        period.starts.map((_, place) => ({ roots: at.get(place)?.roots ?? 0, cascades: at.get(place)?.cascades ?? 0 })),
      ] as const
    }),
  )
  return { unit: period.unit, buckets: bucketSpans(period), marks }
}
