import type { Profile } from '@/lib/contracts/primitives'
import type { RunInput } from '@/lib/contracts/run-input'
import { ACCEPT_THRESHOLD } from '@/lib/contracts/thresholds'
import { readWeights } from '@/lib/engine/confidence/read-signals'
import { scoreConfidence } from '@/lib/engine/confidence/score-confidence'
import { CONFIDENCE_WEIGHTS } from '@/lib/engine/confidence/weights'
import { GAFF_WEIGHTS } from '@/lib/engine/quality-check/gaff-profile'
import { atLeast } from '@/lib/engine/tolerance'
import { TRACE_WEIGHTS } from '@/lib/engine/trace/score-trace'
import { toConfidenceScore } from './confidence-series'
import { isFinished } from './is-finished'
import { measureGaff } from './measure-gaff'
import { measureStratt } from './measure-stratt'
import type { Measure, SeriesScore, SignalsInForce, Weights } from './scored-run'

/** The factors of each profile with their standard weights. */
export const STANDARD_WEIGHTS: Readonly<Record<Profile, Weights>> = {
  gaff: GAFF_WEIGHTS,
  stratt: TRACE_WEIGHTS,
  confidence: CONFIDENCE_WEIGHTS,
}

export type ScoreUnderInput = {
  profile: Profile
  /** Left out: those that hold for the run by its criteria and configuration. */
  weights?: Weights | undefined
  run: RunInput
  measure: Measure
  signals: SignalsInForce
}

/**
 * The score of a run under one profile and its weights, from the run's own facts and the signals in force.
 * Throws EngineInputError for weights, contract or criteria that cannot be honoured.
 */
export function scoreUnder({ profile, weights, run, measure, signals }: ScoreUnderInput): SeriesScore {
  if (profile === 'confidence') return scoreSignals(signals, weights ?? measure.configuration?.confidence_weights)
  const measureBy = profile === 'gaff' ? measureGaff : measureStratt
  return measureBy(run, { ...measure, weights }, isFinished(run)).score
}

/** The step of its ladder that a score stands on: grade, band or acceptance; null without a score. */
export function levelOf({ profile, value, grade, band }: Pick<SeriesScore, 'profile' | 'value' | 'grade' | 'band'>) {
  if (profile === 'gaff') return grade
  if (profile === 'stratt') return band
  if (value === null) return null
  return atLeast(value, ACCEPT_THRESHOLD) ? 'accepted' : 'below threshold'
}

function scoreSignals(signals: SignalsInForce, weights: Weights | undefined): SeriesScore {
  const present = Object.fromEntries(Object.entries(signals).filter(([, value]) => value !== null))
  return toConfidenceScore(signals, scoreConfidence({ signals: present, weights }), readWeights(weights))
}
