import type { OutputOf } from '@/lib/contracts/contract'
import {
  answersYesOrNo,
  byEvaluator,
  type Evaluator,
  evaluatorRules,
  evaluators,
  signalNumber,
} from '@/lib/contracts/evaluators'
import type { ScoreConfidence as Contract } from '@/lib/contracts/quality/scoring'
import { ACCEPT_THRESHOLD } from '@/lib/contracts/thresholds'
import { EngineInputError, type InputIssue } from '../input-error'
import { atLeast, clamp01, EPSILON } from '../tolerance'

interface ScoreConfidenceInput {
  signals: ConfidenceSignals
  weights?: Partial<Record<Evaluator, number>> | undefined
}

type ConfidenceScore = OutputOf<Contract>

/**
 * Scores the confidence in a run: sum of w_k s_k / sum of w_k over the signals present, the weights by default those of `evaluatorRules`.
 * A missing signal is null, not zero. The agent's own signal alone is never enough to accept.
 * @throws {EngineInputError} on an invalid signal or weight.
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

/** Whether the human signal is a rejection, which rules out acceptance whatever the mean. */
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

/** Signals in [0, 1]; some evaluators may answer with a boolean. Absent and null mean missing, not zero. */
export type ConfidenceSignals = Partial<Record<Evaluator, number | boolean | null>>

/**
 * Returns the signals present as numbers in [0, 1], in evaluator order.
 * @throws {EngineInputError} on any other value.
 */
export function readSignals(signals: ConfidenceSignals): { evaluator: Evaluator; value: number }[] {
  const issues: InputIssue[] = []
  const read = evaluators.flatMap((evaluator) => {
    const given = signals[evaluator]
    if (given === undefined || given === null) return []
    const value = signalNumber(evaluator, given)
    if (typeof value === 'number' && value >= 0 && value <= 1) return [{ evaluator, value }]
    const allowed = answersYesOrNo(evaluator) ? 'a number from 0 to 1, true or false' : 'a number from 0 to 1'
    issues.push({ path: `signals.${evaluator}`, message: `must be ${allowed}` })
    return []
  })
  if (issues.length > 0) throw new EngineInputError(issues)
  return read
}

/**
 * Returns the effective weights: the given ones over the defaults.
 * @throws {EngineInputError} on a negative weight, or when all weights are zero.
 */
export function readWeights(weights: Partial<Record<Evaluator, number>> = {}): Record<Evaluator, number> {
  const issues: InputIssue[] = []
  const effective = { ...CONFIDENCE_WEIGHTS }
  for (const evaluator of evaluators) {
    const weight = weights[evaluator] ?? CONFIDENCE_WEIGHTS[evaluator]
    if (Number.isFinite(weight) && weight >= 0) effective[evaluator] = weight
    else issues.push({ path: `weights.${evaluator}`, message: 'must be a finite number from 0' })
  }
  if (issues.length === 0 && evaluators.every((evaluator) => effective[evaluator] === 0))
    issues.push({ path: 'weights', message: 'must not all be zero' })
  if (issues.length > 0) throw new EngineInputError(issues)
  return effective
}

/** Default weight of each evaluator's signal. They add up to 1.25 and are always divided by the sum of those present. */
export const CONFIDENCE_WEIGHTS: Readonly<Record<Evaluator, number>> = byEvaluator(
  (evaluator) => evaluatorRules[evaluator].weight,
)
