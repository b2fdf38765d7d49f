import { type Bucket, getOverview as contract, type Mean, type Period as PeriodView } from '@/lib/contracts/overview'
import { Prisma } from '@/lib/db/generated/client'
import { selectList } from '@/lib/db/rows'
import { judgedCounts, measuredFactors, summariseMeasured } from '@/lib/engine/regression/measured-factors'
import type { RollupCount } from '@/lib/engine/scoring/rollup'
import { toMean, toShare } from '@/lib/engine/stats/intervals'
import type { ProjectContext } from '../context'
import { operation } from '../operation'
import {
  boundsOf,
  bucketSpans,
  findChainIds,
  loadPeriod,
  type Period,
  runsOfPeriod,
  selectSums,
} from '../rollups/period'

/** Returns the figures of a period and of the one before it, from rollups and index lookups only, without reading runs. */
export const getOverview = operation(contract, async (ctx, { range, chain }) => {
  const chainIds = await findChainIds(ctx, chain)
  const period = await loadPeriod(ctx, range, chainIds, { isDivided: true })
  const [{ previous, buckets }, versions, openWork] = await Promise.all([
    loadRollups(ctx, period, chainIds),
    listNewVersions(ctx, period, chainIds),
    loadOpenWork(ctx, chainIds),
  ])
  const current = addSums(buckets)
  const spans = bucketSpans(period)
  return {
    current: toPeriodView(period.hasStart ? period.from : null, period.to, current),
    previous: previous && toPeriodView(period.previousFrom, period.from, previous),
    buckets: spans.map((span, place) => toBucketView(span, buckets[place] ?? addSums([]))),
    bucket: period.unit,
    ...versions,
    flagged: current.flagged,
    ...openWork,
  }
})

/** The rollup counts that an overview needs. */
const COUNTED = [
  'runs',
  'failedRuns',
  'gradeExcellent',
  'gradeGood',
  'gradeAcceptable',
  'gradePoor',
  'gradeFailed',
  'accepted',
  'iterating',
  'acceptedBest',
  'escalated',
  'insufficient',
  'humanReviewed',
  'flagged',
] as const satisfies readonly RollupCount[]
const SERVED = [
  'dryRuns',
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
] as const satisfies readonly RollupCount[]
const SUMMED = [...COUNTED, ...SERVED]

const COLUMNS = selectList('r', 'rollupHour', SUMMED)
const SUMS = Prisma.sql`${selectSums(COUNTED, SERVED)},
  coalesce(sum(r.runs) FILTER (WHERE r.is_candidate), 0)::float8 AS "candidateRuns"`

/** Sums the rollups of a period by bucket, and those of the previous period. */
async function loadRollups(
  ctx: ProjectContext,
  period: Period,
  chainIds: readonly string[] | null,
): Promise<{ previous: Sums | null; buckets: Sums[] }> {
  const from = period.previousFrom ?? period.from
  const rows = await ctx.db.$queryRaw<(Sums & { place: number })[]>`
    SELECT width_bucket(r.since, ${boundsOf(period)}) AS place, ${SUMS}
    FROM (${runsOfPeriod({ ...ctx, chainIds }, COLUMNS, period, from)}) r
    GROUP BY 1`
  const at = new Map(rows.map((row) => [row.place, row]))
  const shift = period.previousFrom ? 2 : 1
  const previous = period.previousFrom ? (at.get(1) ?? addSums([])) : null
  return { previous, buckets: period.starts.map((_, place) => at.get(place + shift) ?? addSums([])) }
}

/** `candidateRuns`: the number of runs of candidates among the runs. */
type Sums = Record<(typeof SUMMED)[number] | 'candidateRuns', number>

/** Adds up sums; zero for none. */
function addSums(parts: readonly Sums[]): Sums {
  const names = [...SUMMED, 'candidateRuns'] as const
  const total = Object.fromEntries(names.map((name) => [name, 0])) as Sums
  for (const part of parts) for (const name of names) total[name] += part[name]
  return total
}

const goodOf = (sums: Sums) => toShare(sums.bandGood, sums.bandGood + sums.bandReview + sums.bandPoor)

/** The rollups have no squares of confidences, so their mean has no interval. */
const confidenceOf = ({ confidenceCount: n, confidenceSum: sum }: Sums): Mean => ({
  ...toMean(n, sum, 0),
  interval: null,
})

const figuresOf = (sums: Sums) => ({
  runs: sums.runs,
  failedRuns: sums.failedRuns,
  quality: toMean(sums.scored, sums.qualitySum, sums.qualitySquares),
  good: goodOf(sums),
  confidence: confidenceOf(sums),
})

function toBucketView(span: { start: string; end: string }, sums: Sums): Bucket {
  return { ...span, ...figuresOf(sums) }
}

function toPeriodView(from: Date | null, to: Date, sums: Sums): PeriodView {
  const grades = {
    excellent: sums.gradeExcellent,
    good: sums.gradeGood,
    acceptable: sums.gradeAcceptable,
    poor: sums.gradePoor,
    failed: sums.gradeFailed,
  }
  const counts = {
    scored: sums.liveScored,
    traced: sums.liveTraced,
    completeness: sums.liveCompleteness,
    efficiency: sums.liveEfficiency,
  }
  return {
    from: from?.toISOString() ?? null,
    to: to.toISOString(),
    ...figuresOf(sums),
    measured: summariseMeasured(counts, sums.scored),
    measuredOn: measuredFactors(judgedCounts(counts, sums.scored)),
    candidateRuns: sums.candidateRuns,
    dryRuns: sums.dryRuns,
    reviewed: toShare(sums.humanReviewed, sums.runs),
    grades,
    notGraded: sums.runs - Object.values(grades).reduce((total, count) => total + count, 0),
    decisions: {
      accept: sums.accepted,
      iterate: sums.iterating,
      accept_best: sums.acceptedBest,
      escalate: sums.escalated,
      insufficient_evidence: sums.insufficient,
    },
  }
}

const MAX_VERSION_MARKS = 200

/** Lists the versions that first ran within the period, without candidates, up to a limit, and counts them all. */
async function listNewVersions(ctx: ProjectContext, { from, to }: Period, chainIds: readonly string[] | null) {
  const ofChains = chainIds === null ? Prisma.empty : Prisma.sql`AND v.chain_id = ANY(${chainIds}::uuid[])`
  const isNew = Prisma.sql`v.project_id = ${ctx.project.id}::uuid AND v.state <> 'candidate'
    AND v.first_hour >= ${from}::timestamptz AND v.first_hour < ${to}::timestamptz ${ofChains}`
  const rows = await ctx.db.$queryRaw<{ chain: string; version: string; hour: Date; total: number }[]>`
    SELECT c.name AS chain, v.version, v.first_hour AS hour, (SELECT count(*)::int FROM chain_version v WHERE ${isNew}) AS total
    FROM chain_version v JOIN chain c ON c.project_id = ${ctx.project.id}::uuid AND c.id = v.chain_id
    WHERE ${isNew} ORDER BY v.first_hour, c.name, v.version LIMIT ${MAX_VERSION_MARKS}`
  return {
    versions: rows.map(({ chain, version, hour }) => ({ chain, version, firstSeenAt: hour.toISOString() })),
    newVersions: rows[0]?.total ?? 0,
  }
}

type OpenWork = {
  pending: number
  dueToday: number
  running: number
  latestRunAt: Date | null
  everAnyRun: boolean
}

/** Loads what does not depend on the period: pending gates, running runs, and the time of the latest run. */
async function loadOpenWork(ctx: ProjectContext, chainIds: readonly string[] | null) {
  const projectId = ctx.project.id
  const ofChains = chainIds === null ? Prisma.empty : Prisma.sql`AND g.chain_id = ANY(${chainIds}::uuid[])`
  const [row] = await ctx.db.$queryRaw<OpenWork[]>`
    SELECT count(g.id)::int AS pending,
      count(g.id) FILTER (WHERE g.deadline_at < (date_trunc('day', ${ctx.now()}::timestamptz AT TIME ZONE p.time_zone) + interval '1 day') AT TIME ZONE p.time_zone)::int AS "dueToday",
      (${countRunning(projectId, chainIds)}) AS running,
      (${latestRun(projectId, chainIds)}) AS "latestRunAt",
      EXISTS (SELECT 1 FROM run_summary s WHERE s.project_id = ${projectId}::uuid) AS "everAnyRun"
    FROM project p LEFT JOIN gate g ON g.project_id = p.id AND g.state = 'pending' ${ofChains}
    WHERE p.id = ${projectId}::uuid GROUP BY p.id`
  const { pending = 0, dueToday = 0, running = 0, latestRunAt = null, everAnyRun = false } = row ?? {}
  return { gates: { pending, dueToday }, running, latestRunAt: latestRunAt?.toISOString() ?? null, everAnyRun }
}

/** One index lookup for the project, or one per chain. */
function latestRun(projectId: string, chainIds: readonly string[] | null): Prisma.Sql {
  const newest = Prisma.sql`ORDER BY s.occurred_at DESC, s.id DESC LIMIT 1`
  if (chainIds === null)
    return Prisma.sql`SELECT s.occurred_at FROM run_summary s WHERE s.project_id = ${projectId}::uuid ${newest}`
  return Prisma.sql`
    SELECT max(l.occurred_at) FROM unnest(${chainIds}::uuid[]) AS c(id) CROSS JOIN LATERAL (
      SELECT s.occurred_at FROM run_summary s WHERE s.project_id = ${projectId}::uuid AND s.chain_id = c.id ${newest}) l`
}

const MOST_RUNNING = 1000

/** Counts the running runs, up to the limit that pages show exactly. */
function countRunning(projectId: string, chainIds: readonly string[] | null): Prisma.Sql {
  const ofChains = chainIds === null ? Prisma.empty : Prisma.sql`AND s.chain_id = ANY(${chainIds}::uuid[])`
  return Prisma.sql`
    SELECT count(*)::int FROM (
      SELECT 1 FROM unfinished_run u JOIN run_summary s ON s.project_id = u.project_id AND s.id = u.run_id
      WHERE u.project_id = ${projectId}::uuid ${ofChains} LIMIT ${MOST_RUNNING}) running`
}
