import { answersYesOrNo, type Evaluator, evaluators, signalNumber } from '@/lib/contracts/evaluators'
import { CONFIDENCE_WEIGHTS } from '@/lib/engine/confidence/weights'
import { EngineInputError, type InputIssue } from '@/lib/engine/input-error'

/** Signals in [0, 1]; some evaluators may answer yes or no. Absent and null are missing, which is not zero. */
export type ConfidenceSignals = Partial<Record<Evaluator, number | boolean | null>>

/** The signals that are there, as numbers in [0, 1], in the order of the evaluators. Throws on anything else. */
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

/** The weights in force: the given ones over the standard ones. Throws on a negative weight, and when all are zero. */
export function readWeights(weights: Partial<Record<Evaluator, number>> = {}): Record<Evaluator, number> {
  const issues: InputIssue[] = []
  const inForce = { ...CONFIDENCE_WEIGHTS }
  for (const evaluator of evaluators) {
    const weight = weights[evaluator] ?? CONFIDENCE_WEIGHTS[evaluator]
    if (Number.isFinite(weight) && weight >= 0) inForce[evaluator] = weight
    else issues.push({ path: `weights.${evaluator}`, message: 'must be a finite number from 0' })
  }
  if (issues.length === 0 && evaluators.every((evaluator) => inForce[evaluator] === 0))
    issues.push({ path: 'weights', message: 'must not all be zero' })
  if (issues.length > 0) throw new EngineInputError(issues)
  return inForce
}
