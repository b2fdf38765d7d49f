import type { WeeklyMetric } from '@/lib/contracts/weekly/report'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { selectList } from '@/lib/db/rows'
import { conformanceShare, type MeasuredCounts } from '@/lib/engine/regression/measured-factors'
import { splitSums } from '@/lib/engine/regression/run-noise'
import { type Sample, sampleOfSums } from '@/lib/engine/stats/descriptive'
import type { TraceWeights } from '@/lib/engine/trace/score-trace'
import type { WeekSample } from '@/lib/engine/weekly/change-odds'
import { loadWeights } from '../configuration/levels'
import { boundsOf, type Period, rollupsOfPeriod, runsOfPeriod, selectSums, withCandidates } from '../rollups/period'
import { inTurns } from '../turns'
import { bothWeeks, type WeekPeriod } from './period'

const COUNTED = ['runs', 'failedRuns', 'humanReviewed', 'flagged'] as const
// Without the runs of candidates, which enter no mean.
const SERVED = [
  'scored',
  'qualitySum',
  'qualitySquares',
  'liveScored',
  'liveQualitySum',
  'liveSquares',
  'liveTraced',
  'liveConformant',
  'liveConformantSum',
  'liveCompleteness',
  'liveEfficiency',
  'confidenceCount',
  'confidenceSum',
] as const
const ALL = [...COUNTED, ...SERVED]
const COLUMNS = selectList('r', 'rollupHour', ALL)
const SUMS = selectSums(COUNTED, SERVED)

export type WeekSums = Record<(typeof ALL)[number], number>
export type ChainSums = {
  chainId: string
  chain: string
  profile: string
  traceWeights: TraceWeights
  current: WeekSums
  previous: WeekSums
}

type Row = [chainId: string, chain: string, profile: string, isCurrent: boolean, ...sums: number[]]

const VALUES = Prisma.raw(ALL.map((name) => `s."${name}"`).join(', '))

/**
 * Loads the sums of a week and the one before by chain, from the rollups only: added up by id before the names are joined, and as one JSON
 * value, since the driver takes longer for the rows of tens of thousands of chains than the database.
 */
export async function loadWeekSums(db: Db | Tx, projectId: string, period: WeekPeriod): Promise<ChainSums[]> {
  const own = Prisma.sql`r.project_id = ${projectId}::uuid`
  const columns = Prisma.sql`r.chain_id, r.version_id, ${COLUMNS}`
  const rollups = rollupsOfPeriod('runs', columns, own, bothWeeks(period), period.previousFrom)
  const [[found], weights] = await Promise.all([
    db.$queryRaw<{ rows: Row[] }[]>`
      WITH sums AS (
        SELECT r.chain_id, r.since >= ${period.from}::timestamptz AS is_current, ${SUMS}
        FROM (${withCandidates(projectId, rollups)}) r
        GROUP BY 1, 2 HAVING sum(r.runs) > 0)
      SELECT coalesce(json_agg(json_build_array(c.id, c.name, c.profile, s.is_current, ${VALUES}) ORDER BY c.name), '[]') AS rows
      FROM sums s JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = s.chain_id`,
    loadWeights(db, projectId, 'stratt_weights'),
  ])
  const chains = new Map<string, ChainSums>()
  const turn = inTurns()
  for (const [chainId, chain, profile, isCurrent, ...sums] of found?.rows ?? []) {
    await turn()
    const traceWeights = weights.chains.get(chainId) ?? weights.project
    const known = chains.get(chainId) ?? { chainId, chain, profile, traceWeights, current: NOTHING, previous: NOTHING }
    chains.set(chainId, { ...known, [isCurrent ? 'current' : 'previous']: toWeekSums(sums) })
  }
  return [...chains.values()]
}

function toWeekSums(values: readonly number[]): WeekSums {
  const sums = { ...NOTHING }
  for (const [place, name] of ALL.entries()) sums[name] = values[place] ?? 0
  return sums
}

const TOTALS = ['runs', 'scored', 'qualitySum', 'qualitySquares'] as const

/** Loads the totals of successive weeks over all chains, by their place; none of a week without runs. */
export async function loadTotalsOf(
  db: Db | Tx,
  projectId: string,
  weeks: readonly WeekPeriod[],
): Promise<Map<number, Pick<WeekSums, (typeof TOTALS)[number]>>> {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (!first || !last) return new Map()
  const starts = weeks.map(({ from }) => from)
  const period: Period = { hasStart: true, from: first.from, to: last.to, previousFrom: null, unit: 'week', starts }
  const all = { project: { id: projectId }, chainIds: null }
  const rows = await db.$queryRaw<(Pick<WeekSums, (typeof TOTALS)[number]> & { place: number })[]>`
    SELECT width_bucket(r.since, ${boundsOf(period)}) - 1 AS place, ${selectSums(['runs'], TOTALS.slice(1))}
    FROM (${runsOfPeriod(all, selectList('r', 'rollupHour', TOTALS), period)}) r GROUP BY 1`
  return new Map(rows.map(({ place, ...totals }) => [place, totals]))
}

const NOTHING = Object.fromEntries(ALL.map((name) => [name, 0])) as WeekSums

/** Adds the sums of several chains. */
export function addWeekSums(parts: readonly WeekSums[]): WeekSums {
  const total = { ...NOTHING }
  for (const part of parts) for (const name of ALL) total[name] += part[name]
  return total
}

/** Scores of the live runs measured enough to be judged; null for none. Excludes dry runs and candidates. */
export function judgedSample({ scored, qualitySum, qualitySquares }: WeekSums): Sample | null {
  return sampleOfSums(scored, qualitySum, qualitySquares)
}

/** What the live runs were measured on. */
export function countsOf(sums: WeekSums): Omit<MeasuredCounts, 'version'> {
  const { liveTraced: traced, liveCompleteness: completeness, liveEfficiency: efficiency } = sums
  return { scored: sums.liveScored, traced, completeness, efficiency }
}

/** Scores of all live runs; null for none. */
function liveSample(sums: WeekSums): Sample | null {
  return sampleOfSums(sums.liveScored, sums.liveQualitySum, sums.liveSquares)
}

/** All live runs, with conformance separated if every score weighs it equally. */
export function splitSample(sums: WeekSums, weights: TraceWeights): WeekSample | null {
  const sample = liveSample(sums)
  const share = conformanceShare(countsOf(sums), weights)
  if (!sample || share === null) return sample
  const {
    liveScored: n,
    liveQualitySum: sum,
    liveSquares: squares,
    liveConformant: conformant,
    liveConformantSum: conformantSum,
  } = sums
  return { ...sample, split: splitSums({ n, sum, squares, conformant, conformantSum }, share) }
}

/** The value of an action's metric in the current week of these sums; null for a chain that did not run. */
export function metricOf(
  { kind, chain }: Pick<WeeklyMetric, 'kind' | 'chain'>,
  chains: readonly ChainSums[],
): WeeklyMetric {
  const own = addWeekSums(chains.filter((row) => chain === null || row.chain === chain).map((row) => row.current))
  if (kind === 'failed_runs')
    return { kind, chain, value: own.runs > 0 ? own.failedRuns / own.runs : null, n: own.runs, squares: 0 }
  const sample = judgedSample(own)
  return { kind, chain, value: sample?.mean ?? null, n: sample?.n ?? 0, squares: sample?.squares ?? 0 }
}
