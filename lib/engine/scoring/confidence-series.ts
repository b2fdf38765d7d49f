import { type Evaluator, evaluatorRules, evaluators } from '@/lib/contracts/evaluators'
import { ACCEPT_THRESHOLD } from '@/lib/contracts/thresholds'
import type { SeriesScore, SignalsInForce } from './scored-run'

type Confidence = { score: number | null; coverage: number; vetoed: boolean; decision: string }

/** The confidence as a score series: a factor for each evaluator, those without a signal with no value and no share. */
export function toConfidenceScore(
  signals: SignalsInForce,
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
