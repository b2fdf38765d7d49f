import type { Bucket, Mean, Period as PeriodView, Share } from '@/lib/contracts/overview'
import { Prisma } from '@/lib/db/generated/client'
import { selectList } from '@/lib/db/rows'
import { judgedCounts, measuredFactors, summariseMeasured } from '@/lib/engine/regression/measured-factors'
import type { RollupCount } from '@/lib/engine/scoring/rollup'
import { type Sample, sampleOfSums } from '@/lib/engine/stats/descriptive'
import { boundedInterval, wilsonInterval } from '@/lib/engine/stats/intervals'
import { clamp01 } from '@/lib/engine/tolerance'
import type { ProjectContext } from '../context'
import { boundsOf, type Period, runsOfPeriod, selectSums } from '../rollups/period'

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
export async function loadRollups(
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
export function addSums(parts: readonly Sums[]): Sums {
  const names = [...SUMMED, 'candidateRuns'] as const
  const total = Object.fromEntries(names.map((name) => [name, 0])) as Sums
  for (const part of parts) for (const name of names) total[name] += part[name]
  return total
}

/** The mean of a sample of scores in [0, 1], with its 95 % interval; null without scores. */
export function meanOfScores(sample: Sample | null): Mean {
  if (!sample) return { n: 0, mean: null, interval: null }
  return { n: sample.n, mean: clamp01(sample.mean), interval: boundedInterval(sample, [0, 1]) }
}

/** As {@link meanOfScores}, of scores given by count, sum and sum of squares. */
export function toMean(n: number, sum: number, squares: number): Mean {
  return meanOfScores(sampleOfSums(n, sum, squares))
}

/** Returns `n` of `of` as a share with its Wilson interval; null if `of` is zero. */
function toShare(n: number, of: number): Share {
  if (of <= 0) return { n: 0, of: 0, share: null, interval: null }
  return { n, of, share: n / of, interval: wilsonInterval(n, of) }
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

export function toBucketView(span: { start: string; end: string }, sums: Sums): Bucket {
  return { ...span, ...figuresOf(sums) }
}

export function toPeriodView(from: Date | null, to: Date, sums: Sums): PeriodView {
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
