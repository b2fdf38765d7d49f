import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineInputError } from '@/lib/engine/input-error'
import { type ScoringCriteria, scoreQuality } from '@/lib/engine/quality-check/score-quality'
import { type Grade, gradeOf, measurableBudget, scorePerformance } from './score-performance'

const score = (execution_result: Record<string, unknown>, scoring_criteria?: ScoringCriteria) =>
  scoreQuality({ execution_result, scoring_criteria })

const onlyCustom = (value: number): ScoringCriteria => ({
  completeness_weight: 0,
  accuracy_weight: 0,
  performance_weight: 0,
  custom_metrics: [{ name: 'm', score: value, weight: 1 }],
})

describe('grades', () => {
  it.each<[number, Grade]>([
    [1, 'excellent'],
    [0.95, 'excellent'],
    [0.945, 'good'],
    [0.85, 'good'],
    [0.85 - 1e-10, 'good'],
    [0.8499, 'acceptable'],
    [0.4 * 0.75 + 0.4 * 0.75 + 0.2 * 0.75, 'acceptable'],
    [0.7499, 'poor'],
    [0.6, 'poor'],
    [0.5999, 'failed'],
    [0, 'failed'],
  ])('%d is %s', (value, grade) => {
    expect(gradeOf(value)).toBe(grade)
  })
})

describe('overall score', () => {
  it('weights completeness and accuracy 0.4 each and performance 0.2', () => {
    const result = score(
      { a: 1, b: 1, c: 1, d: 1 },
      {
        required_outputs: { required_fields: ['a', 'b', 'c', 'd', 'e'] },
        accuracy_criteria: {
          validation_rules: [
            { id: 'r1', field: 'a', op: 'eq', value: 2 },
            { id: 'r2', field: 'b', op: 'eq', value: 2 },
          ],
        },
      },
    )
    expect(result.overall_score).toBeCloseTo(0.8, 12)
    expect(result.component_scores.accuracy).toBeCloseTo(0.7, 12)
    expect(result).toMatchObject({ grade: 'acceptable', passing: false })
  })

  it('passes exactly at the effective threshold', () => {
    expect(score({}, onlyCustom(0.85)).passing).toBe(true)
    expect(score({}, onlyCustom(0.8499)).passing).toBe(false)
    expect(score({}, { ...onlyCustom(0.7), threshold: 0.7 }).passing).toBe(true)
  })

  it('accepts a weight of 0 and divides by the sum of the weights', () => {
    const result = score({ a: 1 }, { performance_weight: 0, custom_metrics: [{ name: 'm', score: 0.5, weight: 0.8 }] })
    expect(result.overall_score).toBeCloseTo((0.4 + 0.4 + 0.8 * 0.5) / 1.6, 12)
    expect(result.weights_used).toEqual({ completeness: 0.25, accuracy: 0.25, performance: 0, custom: [0.5] })
  })

  it.each<[string, ScoringCriteria, string]>([
    ['a negative weight', { completeness_weight: -1 }, 'scoring_criteria.completeness_weight'],
    ['a weight that is not a number', { accuracy_weight: Number.NaN }, 'scoring_criteria.accuracy_weight'],
    ['only zero weights', { ...onlyCustom(1), custom_metrics: [] }, 'scoring_criteria.completeness_weight'],
    ['a custom score above 1', onlyCustom(1.2), 'scoring_criteria.custom_metrics[0].score'],
    ['a threshold above 1', { threshold: 85 }, 'scoring_criteria.threshold'],
  ])('rejects %s, naming its path', (_name, criteria, path) => {
    try {
      score({}, criteria)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(EngineInputError)
      expect(error instanceof EngineInputError ? error.issues.map((issue) => issue.path) : []).toEqual([path])
    }
  })
})

describe('performance', () => {
  it.each([
    [{}, {}, 1],
    [{ execution_time_ms: 900 }, { time_ms: 1000 }, 1],
    [{ execution_time_ms: 2000 }, { time_ms: 1000 }, 0.5],
    [{ tokens_used: 0 }, { tokens: 100 }, 1],
    [{ tokens_used: 400 }, { tokens: 100 }, 0.25],
    [{ execution_time_ms: 2000, tokens_used: 400 }, { time_ms: 1000, tokens: 100 }, 0.125],
    [{ execution_time_ms: -5, tokens_used: 50 }, { tokens: 100 }, 1],
  ])('of %j within %j scores %d', (cost, budget, expected) => {
    expect(scorePerformance(cost, budget).performance_score).toBeCloseTo(expected, 12)
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, null, undefined, '12'])(
    'is never made up for a time of %j when a budget is given',
    (time) => {
      expect(() => scorePerformance({ execution_time_ms: time }, { time_ms: 10 })).toThrow(EngineInputError)
    },
  )

  it('names the part of a budget that was not measured', () => {
    expect(measurableBudget({ time_ms: 10, tokens: 5 }, { tokens_used: 0 })).toEqual({
      budget: { tokens: 5 },
      unmeasured: ['time_ms'],
    })
  })
})

describe('any score', () => {
  const weight = fc.double({ min: 0, max: 10, noNaN: true })
  const unit = fc.double({ min: 0, max: 1, noNaN: true })
  const criteria = fc.record({
    completeness_weight: weight,
    accuracy_weight: weight,
    performance_weight: fc.double({ min: 0.001, max: 10, noNaN: true }),
    custom_metrics: fc.array(fc.record({ name: fc.string(), score: unit, weight }), { maxLength: 4 }),
    required_outputs: fc.record({ required_fields: fc.array(fc.constantFrom('a', 'b', 'c', 'd')) }),
  })

  it('is within 0 to 1 and can be recomputed from its breakdown', () => {
    fc.assert(
      fc.property(criteria, (given) => {
        const { overall_score, breakdown } = score({ a: 1, b: '' }, given)
        expect(overall_score).toBeGreaterThanOrEqual(0)
        expect(overall_score).toBeLessThanOrEqual(1)
        const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
        expect(sum(breakdown.factors.map((factor) => factor.weight * factor.score))).toBeCloseTo(overall_score, 9)
        expect(sum(breakdown.factors.map((factor) => factor.contribution))).toBeCloseTo(overall_score, 9)
        expect(sum(breakdown.factors.map((factor) => factor.weight))).toBeCloseTo(1, 9)
        const completeness = breakdown.factors.find(({ factor }) => factor === 'completeness')
        const taken = sum(completeness?.deductions.map(({ amount }) => amount) ?? [])
        expect(completeness?.score).toBeCloseTo(Math.max(0, 1 - taken), 12)
      }),
    )
  })

  it('does not depend on the order of custom metrics and does not fall when one of them rises', () => {
    fc.assert(
      fc.property(criteria, (given) => {
        const { overall_score } = score({ a: 1 }, given)
        const reversed = { ...given, custom_metrics: [...given.custom_metrics].reverse() }
        expect(score({ a: 1 }, reversed).overall_score).toBeCloseTo(overall_score, 9)
        const worse = { required_fields: [...given.required_outputs.required_fields, 'absent'] }
        expect(score({ a: 1 }, { ...given, required_outputs: worse }).overall_score).toBeLessThanOrEqual(
          overall_score + 1e-12,
        )
      }),
    )
  })
})
