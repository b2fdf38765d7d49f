import { type Evaluator, evaluatorRules, evaluators } from '@/lib/contracts/evaluators'
import type { Profile } from '@/lib/contracts/primitives'
import type { RunInput } from '@/lib/contracts/run-input'
import { ACCEPT_THRESHOLD } from '@/lib/contracts/thresholds'
import { CONFIDENCE_WEIGHTS, readWeights, scoreConfidence } from '../confidence/score-confidence'
import { GAFF_WEIGHTS } from '../quality-check/gaff-profile'
import { atLeast } from '../tolerance'
import { TRACE_WEIGHTS } from '../trace/score-trace'
import { measureGaff, measureStratt } from './measure-profiles'
import { isFinished } from './measure-run'
import type { EffectiveSignals, Measure, SeriesScore, Weights } from './scored-run'

/** The factors of each profile with their default weights. */
export const STANDARD_WEIGHTS: Readonly<Record<Profile, Weights>> = {
  gaff: GAFF_WEIGHTS,
  stratt: TRACE_WEIGHTS,
  confidence: CONFIDENCE_WEIGHTS,
}

type ScoreUnderInput = {
  profile: Profile
  /** Defaults to the effective weights of the run by its criteria and configuration. */
  weights?: Weights | undefined
  run: RunInput
  measure: Measure
  signals: EffectiveSignals
}

/**
 * Scores a run under one profile and its weights, from the run's own facts and its current signals.
 * @throws {EngineInputError} on weights, contract or criteria that cannot be applied.
 */
export function scoreUnder({ profile, weights, run, measure, signals }: ScoreUnderInput): SeriesScore {
  if (profile === 'confidence') return scoreSignals(signals, weights ?? measure.configuration?.confidence_weights)
  const measureBy = profile === 'gaff' ? measureGaff : measureStratt
  return measureBy(run, { ...measure, weights }, isFinished(run)).score
}

/** Returns the level of a score in its profile: grade, band or acceptance; null without a score. */
export function levelOf({ profile, value, grade, band }: Pick<SeriesScore, 'profile' | 'value' | 'grade' | 'band'>) {
  if (profile === 'gaff') return grade
  if (profile === 'stratt') return band
  if (value === null) return null
  return atLeast(value, ACCEPT_THRESHOLD) ? 'accepted' : 'below threshold'
}

function scoreSignals(signals: EffectiveSignals, weights: Weights | undefined): SeriesScore {
  const present = Object.fromEntries(Object.entries(signals).filter(([, value]) => value !== null))
  return toConfidenceScore(signals, scoreConfidence({ signals: present, weights }), readWeights(weights))
}

type Confidence = { score: number | null; coverage: number; vetoed: boolean; decision: string }

/** Converts the confidence to a score series with a factor for each evaluator; those without a signal have no value and no share. */
export function toConfidenceScore(
  signals: EffectiveSignals,
  confidence: Confidence,
  weights: Record<Evaluator, number>,
): SeriesScore {
  const present = evaluators.filter((evaluator) => signals[evaluator] !== null)
  const total = present.reduce((sum, evaluator) => sum + weights[evaluator], 0)
  return {
    profile: 'confidence',
    value: confidence.score,
    grade: null,
    band: null,
    blocked: confidence.vetoed,
    breakdown: {
      factors: evaluators.map((evaluator) => {
        const value = signals[evaluator]
        return {
          name: evaluator,
          label: evaluatorRules[evaluator].label,
          weight: weights[evaluator],
          value,
          contribution: value === null || total === 0 ? null : (weights[evaluator] * value) / total,
          formula:
            value === null
              ? 'no signal: no share in the mean'
              : `weight ${weights[evaluator].toFixed(2)} of ${total.toFixed(2)} present`,
          inputs: value === null ? [] : [{ label: 'signal', value: String(value) }],
        }
      }),
      warnings: confidence.decision === 'insufficient_evidence' ? ['insufficient_evidence'] : [],
      threshold: ACCEPT_THRESHOLD,
    },
  }
}
