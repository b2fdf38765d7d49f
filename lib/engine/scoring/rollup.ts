import { isDecidedByPerson } from '@/lib/contracts/evaluators'
import type { Band, Decision, Grade } from '@/lib/contracts/primitives'
import { EPSILON } from '../tolerance'

export const HISTOGRAM_BINS = 20

/** Whether a run kept its contract (null: not measured), and which other factors of the trace score were measured. */
export type TraceFacts = { isConformant: boolean | null; completeness: boolean; efficiency: boolean }

/**
 * The fields of a run's summary that its rollup counts. There are two bases of means: `scored`, `qualitySum` and `qualitySquares` over the
 * live runs measured enough to be judged, used for displayed means; `live*` over all live runs with a score, used to compare versions and
 * weeks on the factors that both sides have.
 */
export type CountedRun = {
  kind: string
  status: string
  quality: number | null
  /** What its quality was measured on, if that is a trace score; otherwise null. */
  trace: TraceFacts | null
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
  'dryRuns',
  'failedRuns',
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
  'gradeExcellent',
  'gradeGood',
  'gradeAcceptable',
  'gradePoor',
  'gradeFailed',
  'bandGood',
  'bandReview',
  'bandPoor',
  'blocked',
  'confidenceCount',
  'confidenceSum',
  'accepted',
  'iterating',
  'acceptedBest',
  'escalated',
  'insufficient',
  'humanReviewed',
  'flagged',
  'tokens',
  'tokenRuns',
  'costUsd',
  'costRuns',
] as const

export type RollupCount = (typeof COUNTS)[number]
export type Rollup = Record<RollupCount, number> & { histogram: number[] }

export const ROLLUP_COUNTS: readonly RollupCount[] = COUNTS

const DECISION_COUNT: Record<Decision, RollupCount> = {
  accept: 'accepted',
  iterate: 'iterating',
  accept_best: 'acceptedBest',
  escalate: 'escalated',
  insufficient_evidence: 'insufficient',
}

const GRADE_COUNT: Record<Grade, RollupCount> = {
  excellent: 'gradeExcellent',
  good: 'gradeGood',
  acceptable: 'gradeAcceptable',
  poor: 'gradePoor',
  failed: 'gradeFailed',
}

const BAND_COUNT: Record<Band, RollupCount> = { good: 'bandGood', review: 'bandReview', poor: 'bandPoor' }

/** Whether enough was measured to judge a run by its score: a trace score on too little has no band. */
function isMeasuredEnough({ trace, band }: Pick<CountedRun, 'trace' | 'band'>): boolean {
  return trace === null || band !== null
}

/** Returns the histogram bin of a score in [0, 1]; 1.0 falls in the last. */
export function histogramBin(score: number): number {
  return Math.min(HISTOGRAM_BINS - 1, Math.floor(score * HISTOGRAM_BINS + EPSILON))
}

export function emptyRollup(): Rollup {
  return {
    ...(Object.fromEntries(COUNTS.map((count) => [count, 0])) as Record<RollupCount, number>),
    histogram: new Array(HISTOGRAM_BINS).fill(0),
  }
}

type Add = (count: RollupCount, amount?: number) => void

/** Sums the runs that kept their contract separately, so that a mean can be split into conformance and the rest. */
function addTrace(add: Add, quality: number, trace: TraceFacts | null): void {
  if (trace === null || trace.isConformant === null) return
  add('liveTraced')
  if (trace.completeness) add('liveCompleteness')
  if (trace.efficiency) add('liveEfficiency')
  if (!trace.isConformant) return
  add('liveConformant')
  add('liveConformantSum', quality)
}

/**
 * Adds a run to a rollup, or removes it with `times` = -1. A run without a score or measured too little, and a dry run, count as runs but
 * in no displayed mean, share of bands or confidence. The histogram has 20 bins of .05 over [0, 1]; 1.0 falls in the last.
 */
export function addToRollup(rollup: Rollup, run: CountedRun, times: 1 | -1 = 1): void {
  const add: Add = (count, amount = 1) => {
    rollup[count] += amount * times
  }
  add('runs')
  if (run.kind === 'dry_run') add('dryRuns')
  if (run.status === 'failed') add('failedRuns')
  if (run.quality !== null && run.kind === 'live') {
    add('liveScored')
    add('liveQualitySum', run.quality)
    add('liveSquares', run.quality ** 2)
    addTrace(add, run.quality, run.trace)
    if (isMeasuredEnough(run)) {
      add('scored')
      add('qualitySum', run.quality)
      add('qualitySquares', run.quality ** 2)
      const bin = histogramBin(run.quality)
      rollup.histogram[bin] = (rollup.histogram[bin] ?? 0) + times
    }
  }
  if (run.grade) add(GRADE_COUNT[run.grade])
  if (run.band && run.kind === 'live') add(BAND_COUNT[run.band])
  if (run.blocked) add('blocked')
  if (run.confidence !== null && run.kind === 'live') {
    add('confidenceCount')
    add('confidenceSum', run.confidence)
  }
  add(DECISION_COUNT[run.decision])
  if (isDecidedByPerson(run.humanOrigin)) add('humanReviewed')
  if (run.flag) add('flagged')
  if (run.tokens !== null) {
    add('tokens', run.tokens)
    add('tokenRuns')
  }
  if (run.costUsd !== null) {
    add('costUsd', run.costUsd)
    add('costRuns')
  }
}
