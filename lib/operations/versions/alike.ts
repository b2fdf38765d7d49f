import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { commonFactors, type MeasuredCounts, type TraceFactor } from '@/lib/engine/regression/measured-factors'
import type { VersionSample } from '@/lib/engine/regression/regression-posterior'
import { splitSums } from '@/lib/engine/regression/run-noise'
import { newestVersion } from '@/lib/engine/regression/versions'
import { sampleOfSums } from '@/lib/engine/stats/descriptive'
import { CONFORMANT_MIN, type TraceWeights } from '@/lib/engine/trace/score-trace'
import type { ChainRow, VersionRow } from './rows'
import { priorsOf } from './serving'

/** A version and the one it is compared with, possibly measured on different factors. */
export type ComparedPair = {
  current: MeasuredCounts & { id: string }
  prior: MeasuredCounts & { id: string }
  weights: TraceWeights
  /** Only its means are shown, not its odds, so shared scenarios need not be loaded. */
  isMeansOnly?: true
}

/** Two versions rescored on their common factors; a sample is null if no run has any of them. */
export type Alike = { factors: TraceFactor[]; current: VersionSample | null; prior: VersionSample | null }

/** Returns the common-factor comparison of two versions, or null if both were measured on the same factors. */
export type AlikeOf = (id: string, priorId: string | null) => Alike | null

/** Number of latest live runs rescored for each version, to avoid a scan. */
const ALIKE_RUNS = 1000

/** Rescores such pairs on their common factors, in one statement, or none if no pair needs it. */
export async function loadAlike(db: Db | Tx, projectId: string, pairs: readonly ComparedPair[]): Promise<AlikeOf> {
  const unlike = pairs.flatMap((pair) => {
    const factors = commonFactors(pair.prior, pair.current)
    return factors ? [{ ...pair, factors }] : []
  })
  if (unlike.length === 0) return () => null
  // A version compared on the same factors with several others is read once.
  const sides = new Map(
    unlike.flatMap(({ current, prior, weights, factors }) =>
      [current, prior].map(({ id }) => [sideKey(id, factors), { id, weights: onlyOf(weights, factors) }] as const),
    ),
  )
  const samples = await weighSides(db, projectId, 'version', [...sides.values()])
  const byKey = new Map([...sides.keys()].map((key, place) => [key, samples[place] ?? null]))
  const sampleOf = (id: string, factors: readonly string[]) => byKey.get(sideKey(id, factors)) ?? null
  const found = new Map(
    unlike.map(({ current, prior, factors }) => [
      `${current.id} ${prior.id}`,
      { factors, current: sampleOf(current.id, factors), prior: sampleOf(prior.id, factors) },
    ]),
  )
  return (id, priorId) => found.get(`${id} ${priorId}`) ?? null
}

const sideKey = (id: string, factors: readonly string[]) => `${id} ${factors.join()}`

/**
 * Pairs every version of a chain with the one it is compared with, and the newest with all lower ones, from which its drift is
 * measured.
 */
export function pairsOf(chain: Pick<ChainRow, 'traceWeights'>, highestFirst: readonly VersionRow[]): ComparedPair[] {
  const newest = newestVersion(highestFirst)
  const adjacent = [...priorsOf(highestFirst)].flatMap(([current, prior]) =>
    prior ? [{ current, prior, weights: chain.traceWeights }] : [],
  )
  return newest ? [...adjacent, ...driftPairs(chain, highestFirst, newest)] : adjacent
}

/** {@link pairsOf} when only the odds of one version are shown, by default the newest. */
export function pairsOfOne(
  chain: Pick<ChainRow, 'traceWeights'>,
  highestFirst: readonly VersionRow[],
  version = newestVersion(highestFirst)?.version,
): ComparedPair[] {
  return pairsOf(chain, highestFirst).map((pair) =>
    pair.current.version === version ? pair : { ...pair, isMeansOnly: true as const },
  )
}

/** Pairs a version with every other that its drift may be measured from. */
export function driftPairs(
  { traceWeights: weights }: Pick<ChainRow, 'traceWeights'>,
  versions: readonly VersionRow[],
  current: VersionRow,
): ComparedPair[] {
  const others = versions.filter(({ id, state }) => id !== current.id && state !== 'candidate')
  return others.map((prior) => ({ current, prior, weights, isMeansOnly: true }))
}

/** Keeps the weights of these factors and sets the others to 0. */
export function onlyOf(weights: TraceWeights, factors: readonly string[]): TraceWeights {
  const of = (factor: TraceFactor) => (factors.includes(factor) ? weights[factor] : 0)
  return { conformance: of('conformance'), completeness: of('completeness'), efficiency: of('efficiency') }
}

/** Runs to rescore with these weights: those of a version, or those of a chain in a time span without its candidates. */
type WeighedSide = { id: string; weights: TraceWeights; from?: Date; to?: Date }
type Sums = {
  place: number
  n: number
  sum: number
  squares: number
  conformant: number
  conformantSum: number
  isUniform: boolean
}

/** The factors of a row of `run_summary`, as numbers. */
export const FACTORS = Prisma.sql`(factors ->> 'conformance')::float8 AS conformance,
  (factors ->> 'completeness')::float8 AS completeness, (factors ->> 'efficiency')::float8 AS efficiency`

/** The score of a run `s` by the weights of its side `a` over the factors it measured; null if it measured none. */
export const WEIGHTED_SCORE = Prisma.sql`(a.c * s.conformance + a.p * coalesce(s.completeness, 0) + a.e * coalesce(s.efficiency, 0)) / nullif(
  a.c + CASE WHEN s.completeness IS NULL THEN 0 ELSE a.p END + CASE WHEN s.efficiency IS NULL THEN 0 ELSE a.e END, 0)`

/** {@link WEIGHTED_SCORE} of one run in memory. */
export function weighFactors(factors: Readonly<Record<string, number | null>>, weights: TraceWeights): number | null {
  const { conformance = null, completeness = null, efficiency = null } = factors
  if (conformance === null) return null
  const [p, e] = [completeness === null ? 0 : weights.completeness, efficiency === null ? 0 : weights.efficiency]
  const total = weights.conformance + p + e
  if (total === 0) return null
  return (weights.conformance * conformance + p * (completeness ?? 0) + e * (efficiency ?? 0)) / total
}

/** Sides as rows `a` of id, weights, time span and place from 1. */
export function weightedSides(
  sides: readonly { id: string; weights: TraceWeights | null; from?: Date; to?: Date }[],
): Prisma.Sql {
  const weightsOf = (factor: TraceFactor) => sides.map(({ weights }) => weights?.[factor] ?? null)
  return Prisma.sql`unnest(${sides.map(({ id }) => id)}::uuid[], ${weightsOf('conformance')}::float8[],
    ${weightsOf('completeness')}::float8[], ${weightsOf('efficiency')}::float8[],
    ${sides.map(({ from }) => from?.toISOString() ?? '-infinity')}::timestamptz[],
    ${sides.map(({ to }) => to?.toISOString() ?? 'infinity')}::timestamptz[]) WITH ORDINALITY AS a(id, c, p, e, since, until, place)`
}

const ofChain = (
  projectId: string,
) => Prisma.sql`chain_id = a.id AND occurred_at >= a.since AND occurred_at < a.until AND NOT EXISTS (
    SELECT 1 FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.id = version_id AND v.state = 'candidate')`
const OF = {
  version: () => Prisma.sql`version_id = a.id`,
  chain: ofChain,
  judgedChain: (projectId: string) => Prisma.sql`${ofChain(projectId)} AND band IS NOT NULL`,
}

/** Rescores the runs of each side over the factors they measured; runs that measured none are left out. In the order given. */
export async function weighSides(
  db: Db | Tx,
  projectId: string,
  by: keyof typeof OF,
  sides: readonly WeighedSide[],
): Promise<(VersionSample | null)[]> {
  const rows = await db.$queryRaw<Sums[]>`
    SELECT a.place::int AS place, count(*)::int AS n, sum(x.score) AS sum, sum(x.score * x.score) AS squares,
      count(*) FILTER (WHERE s.conformance >= ${CONFORMANT_MIN})::int AS conformant,
      coalesce(sum(x.score) FILTER (WHERE s.conformance >= ${CONFORMANT_MIN}), 0) AS "conformantSum",
      bool_and((a.p = 0 OR s.completeness IS NOT NULL) AND (a.e = 0 OR s.efficiency IS NOT NULL)) AS "isUniform"
    FROM ${weightedSides(sides)}
    CROSS JOIN LATERAL (
      SELECT ${FACTORS} FROM run_summary
      WHERE project_id = ${projectId}::uuid AND ${OF[by](projectId)} AND kind = 'live' AND profile = 'stratt' AND quality IS NOT NULL
      ORDER BY occurred_at DESC, run_summary.id DESC LIMIT ${ALIKE_RUNS}
    ) s CROSS JOIN LATERAL (SELECT ${WEIGHTED_SCORE} AS score) x WHERE x.score IS NOT NULL GROUP BY a.place`
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return sides.map(({ weights }, index) => {
    const sums = byPlace.get(index + 1)
    const sample = sums && sampleOfSums(sums.n, sums.sum, sums.squares)
    if (!sums || !sample) return null
    const total = weights.conformance + weights.completeness + weights.efficiency
    return { ...sample, split: sums.isUniform ? splitSums(sums, weights.conformance / total) : null }
  })
}
