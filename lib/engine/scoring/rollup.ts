import { isDecidedByPerson } from '@/lib/contracts/evaluators'
import type { Band, Decision, Grade } from '@/lib/contracts/primitives'

export const HISTOGRAM_BINS = 20

/** What of a run's summary its rollup counts. */
export type CountedRun = {
  kind: string
  status: string
  quality: number | null
  /** Whether its contract was kept, where that is a part of its quality; null elsewhere. */
  kept: boolean | null
  grade: Grade | null
  band: Band | null
  blocked: boolean
  confidence: number | null
  decision: Decision
  humanOrigin: string | null
  flag: string | null
  tokens: number | null
  costUsd: number | null
}

const COUNTS = [
  'runs',
  'dry_runs',
  'failed_runs',
  'scored',
  'quality_sum',
  'quality_squares',
  'live_scored',
  'live_quality_sum',
  'live_squares',
  'live_traced',
  'live_kept',
  'live_kept_sum',
  'grade_excellent',
  'grade_good',
  'grade_acceptable',
  'grade_poor',
  'grade_failed',
  'band_good',
  'band_review',
  'band_poor',
  'blocked',
  'confidence_count',
  'confidence_sum',
  'accepted',
  'iterating',
  'accepted_best',
  'escalated',
  'insufficient',
  'human_reviewed',
  'flagged',
  'tokens',
  'cost_usd',
] as const

export type RollupCount = (typeof COUNTS)[number]
export type Rollup = Record<RollupCount, number> & { histogram: number[] }

export const ROLLUP_COUNTS: readonly RollupCount[] = COUNTS

const DECISION_COUNT: Record<Decision, RollupCount> = {
  accept: 'accepted',
  iterate: 'iterating',
  accept_best: 'accepted_best',
  escalate: 'escalated',
  insufficient_evidence: 'insufficient',
}

/** The bin of a score in [0, 1]; 1.0 falls in the last. */
export function histogramBin(score: number): number {
  return Math.min(HISTOGRAM_BINS - 1, Math.floor(score * HISTOGRAM_BINS + 1e-9))
}

/** An empty rollup. */
export function emptyRollup(): Rollup {
  return {
    ...(Object.fromEntries(COUNTS.map((count) => [count, 0])) as Record<RollupCount, number>),
    histogram: new Array(HISTOGRAM_BINS).fill(0),
  }
}

type Add = (count: RollupCount, amount?: number) => void

/** The runs that kept their contract are summed apart, so that a mean can be taken into its yes-or-no part and the rest. */
function addConformance(add: Add, quality: number, kept: boolean | null): void {
  if (kept === null) return
  add('live_traced')
  if (!kept) return
  add('live_kept')
  add('live_kept_sum', quality)
}

/**
 * Adds a run to a rollup, or takes it out with `times` = -1. An unscored run counts as a run and in no mean.
 * The histogram has 20 bins of .05 over [0, 1]; 1.0 falls in the last.
 */
export function addToRollup(rollup: Rollup, run: CountedRun, times: 1 | -1 = 1): void {
  const add: Add = (count, amount = 1) => {
    rollup[count] += amount * times
  }
  add('runs')
  if (run.kind === 'dry_run') add('dry_runs')
  if (run.status === 'failed') add('failed_runs')
  if (run.quality !== null) {
    add('scored')
    add('quality_sum', run.quality)
    add('quality_squares', run.quality ** 2)
    const bin = histogramBin(run.quality)
    rollup.histogram[bin] = (rollup.histogram[bin] ?? 0) + times
    if (run.kind === 'live') {
      add('live_scored')
      add('live_quality_sum', run.quality)
      add('live_squares', run.quality ** 2)
      addConformance(add, run.quality, run.kept)
    }
  }
  if (run.grade) add(`grade_${run.grade}`)
  if (run.band) add(`band_${run.band}`)
  if (run.blocked) add('blocked')
  if (run.confidence !== null) {
    add('confidence_count')
    add('confidence_sum', run.confidence)
  }
  add(DECISION_COUNT[run.decision])
  if (isDecidedByPerson(run.humanOrigin)) add('human_reviewed')
  if (run.flag) add('flagged')
  add('tokens', run.tokens ?? 0)
  add('cost_usd', run.costUsd ?? 0)
}
