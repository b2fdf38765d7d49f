import type { Bucket, Mean, Period as PeriodView, Share } from '@/lib/contracts/overview'
import { judgedCounts, measuredFactors, summariseMeasured } from '@/lib/engine/regression/measured-factors'
import { sampleInterval, sampleOfSums } from '@/lib/engine/stats/descriptive'
import { wilsonInterval } from '@/lib/engine/stats/intervals'
import { clamp01 } from '@/lib/engine/tolerance'
import type { Sums } from './sums'

/** Returns the mean of scores in [0, 1] with its interval, clamped to that range; null without scores. */
export function toMean(n: number, sum: number, squares: number): Mean {
  const sample = sampleOfSums(n, sum, squares)
  if (!sample) return { n: 0, mean: null, interval: null }
  const interval = sampleInterval(sample)
  return { n, mean: clamp01(sample.mean), interval: interval && [clamp01(interval[0]), clamp01(interval[1])] }
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

/** Converts the sums of a bucket to its view. */
export function toBucketView(span: { start: string; end: string }, sums: Sums): Bucket {
  return { ...span, ...figuresOf(sums) }
}

/** Converts the sums of a period to its view. */
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
