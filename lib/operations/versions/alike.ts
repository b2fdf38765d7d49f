import type { Db, Tx } from '@/lib/db/client'
import { commonFactors, type MeasuredCounts, type TraceFactor } from '@/lib/engine/regression/measured-factors'
import type { VersionSample } from '@/lib/engine/regression/regression-posterior'
import { splitSums } from '@/lib/engine/regression/run-noise'
import { sampleOfSums } from '@/lib/engine/stats/descriptive'
import type { TraceWeights } from '@/lib/engine/trace/score-trace'
import type { ChainRow, VersionRow } from './rows'
import { priorsOf } from './serving'

/** A version and the one it is compared with, which may have been measured on other factors. */
export type ComparedPair = {
  current: MeasuredCounts & { id: string }
  prior: MeasuredCounts & { id: string }
  weights: TraceWeights
}

/** Two versions by the scores that the factors of both give; null for one that has none of them. */
export type Alike = { factors: TraceFactor[]; current: VersionSample | null; prior: VersionSample | null }

/** What two versions are compared by where they were not measured on the same factors; null where they were. */
export type AlikeOf = (id: string, priorId: string | null) => Alike | null

/** The latest live runs of a version that are scored on fewer factors; more would be a scan. */
const ALIKE_RUNS = 1000

/** Scores of such pairs on the factors that both have: no statement where there is none, else one. */
export async function loadAlike(db: Db | Tx, projectId: string, pairs: readonly ComparedPair[]): Promise<AlikeOf> {
  const unlike = pairs.flatMap((pair) => {
    const factors = commonFactors(pair.prior, pair.current)
    return factors ? [{ ...pair, factors }] : []
  })
  if (unlike.length === 0) return () => null
  const sides = unlike.flatMap(({ current, prior, weights, factors }) =>
    [current, prior].map(({ id }) => ({ id, weights: onlyOf(weights, factors) })),
  )
  const samples = await sampleOn(db, projectId, sides)
  const found = new Map(
    unlike.map(({ current, prior, factors }, place) => [
      `${current.id} ${prior.id}`,
      { factors, current: samples[2 * place] ?? null, prior: samples[2 * place + 1] ?? null },
    ]),
  )
  return (id, priorId) => found.get(`${id} ${priorId}`) ?? null
}

/** Every version of a chain with the one it is compared with. */
export function pairsOf(chain: Pick<ChainRow, 'traceWeights'>, highestFirst: readonly VersionRow[]): ComparedPair[] {
  return [...priorsOf(highestFirst)].flatMap(([current, prior]) =>
    prior ? [{ current, prior, weights: chain.traceWeights }] : [],
  )
}

function onlyOf(weights: TraceWeights, factors: readonly TraceFactor[]): TraceWeights {
  const of = (factor: TraceFactor) => (factors.includes(factor) ? weights[factor] : 0)
  return { conformance: of('conformance'), completeness: of('completeness'), efficiency: of('efficiency') }
}

type Side = { id: string; weights: TraceWeights }
type Sums = {
  place: number
  n: number
  sum: number
  squares: number
  kept: number
  keptSum: number
  isUniform: boolean
}

/** Each run by these weights over what of them it measured; one that measured none has no score. In the order asked for. */
async function sampleOn(db: Db | Tx, projectId: string, sides: readonly Side[]): Promise<(VersionSample | null)[]> {
  const weightsOf = (factor: TraceFactor) => sides.map(({ weights }) => weights[factor])
  const rows = await db.$queryRaw<Sums[]>`
    SELECT a.place::int AS place, count(*)::int AS n, sum(x.score) AS sum, sum(x.score * x.score) AS squares,
      count(*) FILTER (WHERE s.conformance >= 0.5)::int AS kept,
      coalesce(sum(x.score) FILTER (WHERE s.conformance >= 0.5), 0) AS "keptSum",
      bool_and((a.p = 0 OR s.completeness IS NOT NULL) AND (a.e = 0 OR s.efficiency IS NOT NULL)) AS "isUniform"
    FROM unnest(${sides.map(({ id }) => id)}::uuid[], ${weightsOf('conformance')}::float8[],
      ${weightsOf('completeness')}::float8[], ${weightsOf('efficiency')}::float8[]) WITH ORDINALITY AS a(id, c, p, e, place)
    CROSS JOIN LATERAL (
      SELECT (factors ->> 'conformance')::float8 AS conformance, (factors ->> 'completeness')::float8 AS completeness,
        (factors ->> 'efficiency')::float8 AS efficiency
      FROM run_summary
      WHERE project_id = ${projectId}::uuid AND version_id = a.id AND kind = 'live' AND profile = 'stratt'
        AND quality IS NOT NULL
      ORDER BY occurred_at DESC, run_summary.id DESC LIMIT ${ALIKE_RUNS}
    ) s CROSS JOIN LATERAL (
      SELECT (a.c * s.conformance + a.p * coalesce(s.completeness, 0) + a.e * coalesce(s.efficiency, 0)) / nullif(
        a.c + CASE WHEN s.completeness IS NULL THEN 0 ELSE a.p END + CASE WHEN s.efficiency IS NULL THEN 0 ELSE a.e END, 0) AS score
    ) x WHERE x.score IS NOT NULL GROUP BY a.place`
  return sides.map(({ weights }, index) => {
    const sums = rows.find(({ place }) => place === index + 1)
    const sample = sums && sampleOfSums(sums.n, sums.sum, sums.squares)
    if (!sums || !sample) return null
    const total = weights.conformance + weights.completeness + weights.efficiency
    return { ...sample, split: sums.isUniform ? splitSums(sums, weights.conformance / total) : null }
  })
}
