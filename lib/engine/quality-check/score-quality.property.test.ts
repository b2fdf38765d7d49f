import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ScoringCriteria, scoreQuality } from '@/lib/engine/quality-check/score-quality'
import { hundredths, unitNear } from '@/lib/engine/testing/arbitraries'

const weight = fc.oneof(fc.constantFrom(0, 0.2, 0.4, 1), fc.double({ min: 1e-3, max: 10, noNaN: true }))
const execution_result = { a: 1, b: 'x', execution_time_ms: 1500, tokens_used: 900 }
const criteria = fc
  .record({
    completeness_weight: weight,
    accuracy_weight: weight,
    performance_weight: weight,
    custom_metrics: fc.array(fc.record({ name: fc.string(), score: unitNear(), weight }), { maxLength: 3 }),
    required_outputs: fc.record({
      required_fields: fc.subarray(['a', 'b', 'c', 'd', 'e']),
      required_types: fc.constantFrom<Record<string, string>>({}, { a: 'string' }, { a: 'string', b: 'number' }),
    }),
    accuracy_criteria: fc.record({
      expected_ranges: fc.constantFrom<Record<string, { min: number }>>({}, { a: { min: 5 } }, { a: { min: 0 } }),
      business_rules: fc.subarray([{ id: 'r', field: 'b', op: 'eq', value: 'y' }]),
    }),
    performance_budget: fc.record({ time_ms: fc.constantFrom(500, 1500, 3000), tokens: fc.constantFrom(300, 900) }),
    threshold: unitNear(),
  })
  .filter((given) => weightsOf(given).some((one) => one > 0))

function weightsOf(given: ScoringCriteria): number[] {
  const { completeness_weight = 0, accuracy_weight = 0, performance_weight = 0, custom_metrics = [] } = given
  return [completeness_weight, accuracy_weight, performance_weight, ...custom_metrics.map((metric) => metric.weight)]
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

describe('the overall score', () => {
  it('is the mean of the component scores with the given weights normalised', () => {
    fc.assert(
      fc.property(criteria, (scoring_criteria) => {
        const { overall_score, component_scores, weights_used } = scoreQuality({ execution_result, scoring_criteria })
        const given = weightsOf(scoring_criteria)
        const used = [
          weights_used.completeness,
          weights_used.accuracy,
          weights_used.performance,
          ...weights_used.custom,
        ]
        const scores = [component_scores.completeness, component_scores.accuracy, component_scores.performance]
        const all = [...scores, ...component_scores.custom]
        for (const [index, share] of used.entries()) expect(share * sumOf(given)).toBeCloseTo(given[index] ?? -1, 9)
        expect(sumOf(used)).toBeCloseTo(1, 9)
        expect(overall_score).toBeCloseTo(sumOf(all.map((score, index) => score * (used[index] ?? -1))), 9)
        expect(overall_score).toBeGreaterThanOrEqual(Math.min(...all) - 1e-9)
        expect(overall_score).toBeLessThanOrEqual(Math.max(...all) + 1e-9)
      }),
    )
  })

  it('has a breakdown whose contributions sum to it, and whose deductions explain each factor', () => {
    fc.assert(
      fc.property(criteria, (scoring_criteria) => {
        const { overall_score, breakdown } = scoreQuality({ execution_result, scoring_criteria })
        expect(sumOf(breakdown.factors.map(({ contribution }) => contribution))).toBeCloseTo(overall_score, 9)
        for (const { score, deductions } of breakdown.factors.slice(0, 2)) {
          expect(score).toBeCloseTo(Math.max(0, 1 - sumOf(deductions.map(({ amount }) => amount))), 9)
        }
      }),
    )
  })

  it('only depends on the ratio of the weights', () => {
    fc.assert(
      fc.property(criteria, fc.constantFrom(0.5, 3, 100), (given, times) => {
        const scaled = {
          ...given,
          completeness_weight: given.completeness_weight * times,
          accuracy_weight: given.accuracy_weight * times,
          performance_weight: given.performance_weight * times,
          custom_metrics: given.custom_metrics.map((metric) => ({ ...metric, weight: metric.weight * times })),
        }
        const score = scoreQuality({ execution_result, scoring_criteria: given }).overall_score
        expect(scoreQuality({ execution_result, scoring_criteria: scaled }).overall_score).toBeCloseTo(score, 9)
      }),
    )
  })

  it('never rises with an additional missing field or broken rule', () => {
    fc.assert(
      fc.property(criteria, (given) => {
        const { required_fields } = given.required_outputs
        const missing = { ...given.required_outputs, required_fields: [...required_fields, 'nowhere'] }
        const broken = [...given.accuracy_criteria.business_rules, { id: 'n', field: 'a', op: 'eq', value: 2 }]
        const score = scoreQuality({ execution_result, scoring_criteria: given }).overall_score
        for (const worse of [
          { ...given, required_outputs: missing },
          { ...given, accuracy_criteria: { ...given.accuracy_criteria, business_rules: broken } },
        ]) {
          const lower = scoreQuality({ execution_result, scoring_criteria: worse }).overall_score
          expect(lower).toBeLessThanOrEqual(score + 1e-12)
        }
      }),
    )
  })
})

it('passes from exactly the effective threshold', () => {
  const metric = (score: number) => [{ name: 'only', score: score / 100, weight: 1 }]
  const alone = { completeness_weight: 0, accuracy_weight: 0, performance_weight: 0 }
  fc.assert(
    fc.property(hundredths(), fc.option(hundredths(), { nil: undefined }), (score, limit) => {
      const threshold = limit === undefined ? undefined : limit / 100
      const scoring_criteria = { ...alone, custom_metrics: metric(score), threshold }
      const { passing } = scoreQuality({ execution_result, scoring_criteria })
      expect(passing).toBe(score >= (limit ?? 85))
    }),
  )
})
