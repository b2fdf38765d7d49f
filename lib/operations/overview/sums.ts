import { Prisma } from '@/lib/db/generated/client'
import { selectList } from '@/lib/db/rows'
import type { RollupCount } from '@/lib/engine/scoring/rollup'
import type { ProjectContext } from '../context'
import { type Period, rollupsOfPeriod } from '../rollups/period'

/** The rollup counts that an overview needs. */
const SUMMED = [
  'runs',
  'dryRuns',
  'failedRuns',
  'scored',
  'qualitySum',
  'qualitySquares',
  'liveScored',
  'liveTraced',
  'liveCompleteness',
  'liveEfficiency',
  'gradeExcellent',
  'gradeGood',
  'gradeAcceptable',
  'gradePoor',
  'gradeFailed',
  'bandGood',
  'bandReview',
  'bandPoor',
  'confidenceCount',
  'confidenceSum',
  'accepted',
  'iterating',
  'acceptedBest',
  'escalated',
  'insufficient',
  'humanReviewed',
  'flagged',
] as const satisfies readonly RollupCount[]

// Candidates are compared, not served: their runs are counted, but excluded from means and shares.
const MEASURED: ReadonlySet<string> = new Set<RollupCount>([
  'scored',
  'qualitySum',
  'qualitySquares',
  'liveScored',
  'liveTraced',
  'liveCompleteness',
  'liveEfficiency',
  'bandGood',
  'bandReview',
  'bandPoor',
  'confidenceCount',
  'confidenceSum',
])

/** Whether candidates are excluded from this sum. */
const isMeasured = (name: (typeof SUMMED)[number]) => MEASURED.has(name)

const COUNTS = Prisma.sql`r.version_id, ${selectList('r', 'rollupHour', SUMMED)}`
const SUMS = Prisma.raw(
  [
    ...SUMMED.map((name) =>
      isMeasured(name)
        ? `coalesce(sum(r."${name}") FILTER (WHERE v.state <> 'candidate'), 0)::float8 AS "${name}"`
        : `sum(r."${name}")::float8 AS "${name}"`,
    ),
    `coalesce(sum(r.runs) FILTER (WHERE v.state = 'candidate'), 0)::float8 AS "candidateRuns"`,
  ].join(', '),
)

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

/** Returns the bucket starts of a period as SQL, preceded by the start of the previous period if there is one. */
export function boundsOf(period: Period): Prisma.Sql {
  const bounds = period.previousFrom ? [period.previousFrom, ...period.starts] : period.starts
  return Prisma.sql`${bounds.map((bound) => bound.toISOString())}::timestamptz[]`
}

/** Sums the rollups of a period by bucket, and those of the previous period. */
export async function readRollups(
  ctx: ProjectContext,
  period: Period,
  chainIds: readonly string[] | null,
): Promise<{ previous: Sums | null; buckets: Sums[] }> {
  const from = period.previousFrom ?? period.from
  const rows = await ctx.db.$queryRaw<(Sums & { place: number })[]>`
    SELECT width_bucket(r.since, ${boundsOf(period)}) AS place, ${SUMS}
    FROM (${rollupsOfPeriod('runs', COUNTS, inChains({ ...ctx, chainIds }), period, from)}) r
    JOIN chain_version v ON v.project_id = ${ctx.project.id}::uuid AND v.id = r.version_id
    GROUP BY 1`
  const at = new Map(rows.map((row) => [row.place, row]))
  const shift = period.previousFrom ? 2 : 1
  const previous = period.previousFrom ? (at.get(1) ?? addSums([])) : null
  return { previous, buckets: period.starts.map((_, place) => at.get(place + shift) ?? addSums([])) }
}

/** `candidateRuns`: the number of runs of candidates among the runs. */
export type Sums = Record<(typeof SUMMED)[number] | 'candidateRuns', number>

/** Adds up sums; zero for none. */
export function addSums(parts: readonly Sums[]): Sums {
  const names = [...SUMMED, 'candidateRuns'] as const
  const total = Object.fromEntries(names.map((name) => [name, 0])) as Sums
  for (const part of parts) for (const name of names) total[name] += part[name]
  return total
}
