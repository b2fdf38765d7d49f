import type { Evaluator } from '@/lib/contracts/primitives'
import { CONFIDENCE_WEIGHTS, EVALUATORS } from '@/lib/engine/confidence/weights'
import { EngineInputError, type InputIssue } from '@/lib/engine/input-error'

/** Signals in [0, 1]; downstream and human may answer yes or no. Absent and null are missing, which is not zero. */
export type ConfidenceSignals = Partial<Record<Evaluator, number | boolean | null>>

const booleans: Partial<Record<Evaluator, Record<'yes' | 'no', number>>> = {
  downstream: { yes: 1, no: 0.3 },
  human: { yes: 1, no: 0 },
}

/** The signals that are there, as numbers in [0, 1], in the order of the evaluators. Throws on anything else. */
export function readSignals(signals: ConfidenceSignals): { evaluator: Evaluator; value: number }[] {
  const issues: InputIssue[] = []
  const read = EVALUATORS.flatMap((evaluator) => {
    const given = signals[evaluator]
    if (given === undefined || given === null) return []
    const value = typeof given === 'boolean' ? booleans[evaluator]?.[given ? 'yes' : 'no'] : given
    if (typeof value === 'number' && value >= 0 && value <= 1) return [{ evaluator, value }]
    const allowed = evaluator in booleans ? 'a number from 0 to 1, true or false' : 'a number from 0 to 1'
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
  for (const evaluator of EVALUATORS) {
    const weight = weights[evaluator] ?? CONFIDENCE_WEIGHTS[evaluator]
    if (Number.isFinite(weight) && weight >= 0) inForce[evaluator] = weight
    else issues.push({ path: `weights.${evaluator}`, message: 'must be a finite number from 0' })
  }
  if (issues.length === 0 && EVALUATORS.every((evaluator) => inForce[evaluator] === 0))
    issues.push({ path: 'weights', message: 'must not all be zero' })
  if (issues.length > 0) throw new EngineInputError(issues)
  return inForce
}
