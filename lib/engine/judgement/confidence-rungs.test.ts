import { describe, expect, it } from 'vitest'
import { automatedEvaluators } from '@/lib/contracts/evaluators'
import { gapsIn, rungsOf, type SignalRow } from './confidence-rungs'

/** A run with every signal, and for each evaluator one without its signal. */
const rows: SignalRow[] = [null, ...automatedEvaluators].map((missing) => ({
  values: automatedEvaluators.map((evaluator) => (evaluator === missing ? null : 0.5)),
  confidence: 0.5,
}))

describe('the ladder of regressions', () => {
  it('has a prior for every feature, however many evaluators there are', () => {
    const shares = automatedEvaluators.map(() => 1 / automatedEvaluators.length)
    for (const rung of rungsOf(gapsIn(rows), shares))
      for (const row of rows) {
        expect(rung.features(row)).toHaveLength(rung.mean.length)
        expect(rung.precision).toHaveLength(rung.mean.length)
      }
  })
})
