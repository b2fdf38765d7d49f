import { type Evaluator, evaluatorRules, evaluators } from '@/lib/contracts/evaluators'
import { ACCEPT_THRESHOLD } from '@/lib/contracts/thresholds'
import { type ConfidenceSignals, readSignals, readWeights } from '@/lib/engine/confidence/read-signals'
import { atLeast, clamp01, EPSILON } from '@/lib/engine/tolerance'

export interface ScoreConfidenceInput {
  signals: ConfidenceSignals
  weights?: Partial<Record<Evaluator, number>> | undefined
}

/** One signal in the mean: `contribution` = `share` x `value`; contributions add up to the score, shares to 1. */
export interface ConfidencePart {
  evaluator: Evaluator
  value: number
  weight: number
  share: number
  contribution: number
}

export interface ConfidenceScore {
  /** Weighted mean in [0, 1]; null where no signal carries weight. */
  score: number | null
  /** Weight present by weight possible, in [0, 1]. */
  coverage: number
  /** The present evaluators' weights, normalised to 1. */
  weightsUsed: Partial<Record<Evaluator, number>>
  breakdown: ConfidencePart[]
  /** A person rejected the output: it is never accepted, whatever the mean. */
  vetoed: boolean
  decision: 'accept' | 'below_threshold' | 'insufficient_evidence'
}

/**
 * Confidence = sum of w_k s_k / sum of w_k over the signals present, w = self .15, peer .25, downstream .35, human .50.
 * No signal is null, not zero. The agent's word alone never accepts. Throws {@link EngineInputError} on a bad signal or weight.
 */
export function scoreConfidence({ signals, weights }: ScoreConfidenceInput): ConfidenceScore {
  const weightOf = readWeights(weights)
  const present = readSignals(signals).filter(({ evaluator }) => weightOf[evaluator] > 0)
  const possible = evaluators.reduce((sum, evaluator) => sum + weightOf[evaluator], 0)
  const sum = present.reduce((total, { evaluator }) => total + weightOf[evaluator], 0)
  const breakdown = present.map(({ evaluator, value }) => {
    const weight = weightOf[evaluator]
    const share = weight / sum
    return { evaluator, value, weight, share, contribution: share * value }
  })
  const weighted = present.reduce((total, { evaluator, value }) => total + weightOf[evaluator] * value, 0)
  const score = sum > 0 ? clamp01(weighted / sum) : null
  const vetoed = isRejection(signals.human)
  return {
    score,
    coverage: clamp01(sum / possible),
    weightsUsed: Object.fromEntries(breakdown.map(({ evaluator, share }) => [evaluator, share])),
    breakdown,
    vetoed,
    decision: decide(score, vetoed, present),
  }
}

/** Whether a person's word is a rejection, which rules out acceptance whatever the mean. */
export function isRejection(human: ConfidenceSignals['human']): boolean {
  return human === false || (typeof human === 'number' && human <= EPSILON)
}

function decide(
  score: number | null,
  vetoed: boolean,
  present: { evaluator: Evaluator }[],
): ConfidenceScore['decision'] {
  if (score === null) return 'insufficient_evidence'
  if (vetoed || !atLeast(score, ACCEPT_THRESHOLD)) return 'below_threshold'
  return present.some(({ evaluator }) => evaluatorRules[evaluator].isIndependent) ? 'accept' : 'insufficient_evidence'
}
