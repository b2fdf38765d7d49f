import type { FailureCounts, FailureFilters } from '@/lib/contracts/failures'
import type { Range } from '@/lib/contracts/primitives'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import {
  boundsOf,
  bucketSpans,
  failureDays,
  failureRollups,
  inChains,
  loadPeriod,
  type Period,
  periodOf,
  rollupsOfPeriod,
} from '../rollups/period'

/** A time span to count in; `period` is set if it is only a range, whose days are counted by day. */
export type Span = { from: Date | null; to: Date | null; period: Period | null }

/** Combines a range and bounds; the later start applies. */
export function spanOf({ range, from, to }: Pick<FailureFilters, 'range' | 'from' | 'to'>, now: Date): Span {
  const period = range && range !== 'all' ? periodOf(range, now, null, null) : null
  if (!from && !to) return { from: period?.from ?? null, to: null, period }
  const starts = [period?.from, from ? new Date(from) : null].flatMap((start) => start ?? [])
  const start = starts.length > 0 ? new Date(Math.max(...starts.map(Number))) : null
  return { from: start, to: to ? new Date(to) : null, period: null }
}

type Scope = Span & { chainIds: readonly string[] | null; node?: string | undefined }

/** Whether the scope includes every failure. */
export const isWhole = ({ from, to, chainIds, node }: Scope) =>
  from === null && to === null && chainIds === null && node === undefined

const atNode = (node: string | undefined) => (node === undefined ? Prisma.empty : Prisma.sql`AND r.node = ${node}`)

const CELLS = Prisma.raw('r.fingerprint, r.roots, r.cascades')

/** Sums the failures of a span that match a condition on a rollup `r`; `by` selects columns to group by. */
export function countsOf(ctx: ProjectContext, scope: Scope, condition: Prisma.Sql, by = Prisma.empty): Prisma.Sql {
  const where = Prisma.sql`${inChains({ ...ctx, chainIds: scope.chainIds })} AND ${condition} ${atNode(scope.node)}`
  return Prisma.sql`
    SELECT ${by}coalesce(sum(r.roots), 0)::int AS roots, coalesce(sum(r.cascades), 0)::int AS cascades FROM (${cells(scope, where)}) r`
}

/** Rollups are hourly: the hour of `from` is included, and so is the hour that contains `to`. */
function cells({ from, to, period, chainIds }: Scope, where: Prisma.Sql): Prisma.Sql {
  if (period) return rollupsOfPeriod(failureRollups(chainIds), CELLS, where, period)
  if (!from && !to) return Prisma.sql`SELECT ${CELLS} FROM ${failureDays(chainIds)} r WHERE ${where}`
  const start = from ? Prisma.sql` AND r.hour >= date_trunc('hour', ${from}::timestamptz, 'UTC')` : Prisma.empty
  const end = to ? Prisma.sql` AND r.hour < ${to}::timestamptz` : Prisma.empty
  return Prisma.sql`SELECT ${CELLS} FROM rollup_failure r WHERE ${where}${start}${end}`
}

type Mark = FailureCounts & { head: string; place: number }

/** Loads the failures of groups by bucket over a range, thirty days by default. */
export async function loadTrend(
  ctx: ProjectContext,
  range: Range = '30d',
  { chainIds, node }: Pick<Scope, 'chainIds' | 'node'>,
  heads: readonly string[],
) {
  const period = await loadPeriod(ctx, range, chainIds, { isDivided: true })
  const own = Prisma.sql`${inChains({ ...ctx, chainIds })} AND r.fingerprint = ANY(ARRAY(
    SELECT m.fingerprint FROM failure_group m WHERE m.project_id = ${ctx.project.id}::uuid
      AND (m.fingerprint = ANY(${[...heads]}::text[]) OR m.merged_into = ANY(${[...heads]}::text[])))) ${atNode(node)}`
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
