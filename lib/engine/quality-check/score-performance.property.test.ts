import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unitNear } from '@/lib/engine/testing/arbitraries'
import { bandOf } from '../trace/band'
import { gradeOf, scorePerformance } from './score-performance'

const cost = fc.integer({ min: 1, max: 1000 })
const budget = fc.record({ time_ms: cost, tokens: cost }, { requiredKeys: [] })

it('performance is budget over actual if that is exceeded, times the same for tokens, and 1 without a budget', () => {
  fc.assert(
    fc.property(cost, fc.nat(1000), budget, (execution_time_ms, tokens_used, limits) => {
      let expected = 1
      if (limits.time_ms && execution_time_ms > limits.time_ms) expected *= limits.time_ms / execution_time_ms
      if (limits.tokens && tokens_used > limits.tokens) expected *= limits.tokens / tokens_used
      const { performance_score } = scorePerformance({ execution_time_ms, tokens_used }, limits)
      expect(performance_score).toBeCloseTo(expected, 9)
    }),
  )
})

it('performance never rises with more time or tokens, and never falls with a larger budget', () => {
  fc.assert(
    fc.property(cost, cost, cost, budget, (execution_time_ms, tokens_used, more, limits) => {
      const score = scorePerformance({ execution_time_ms, tokens_used }, limits).performance_score
      const slower = { execution_time_ms: execution_time_ms + more, tokens_used: tokens_used + more }
      expect(scorePerformance(slower, limits).performance_score).toBeLessThanOrEqual(score)
      const wider = {
        ...(limits.time_ms && { time_ms: limits.time_ms + more }),
        ...(limits.tokens && { tokens: limits.tokens + more }),
      }
      expect(scorePerformance({ execution_time_ms, tokens_used }, wider).performance_score).toBeGreaterThanOrEqual(
        score,
      )
    }),
  )
})

it('an unusable time with a budget is rejected by name, never scored', () => {
  const unusable = fc.oneof(
    fc.constantFrom<unknown>(undefined, null, 0, -0, Number.NaN, Number.POSITIVE_INFINITY, '1500', true),
    fc.double({ max: 0, noNaN: true }),
  )
  fc.assert(
    fc.property(unusable, cost, (execution_time_ms, time_ms) => {
      const refused = /^execution_result\.execution_time_ms: /
      expect(() => scorePerformance({ execution_time_ms }, { time_ms })).toThrow(refused)
    }),
  )
})

const HAIR = 1e-9

it('grades are half-open intervals from .95, .85, .75 and .60, with a tie within 1e-9 giving the better one', () => {
  fc.assert(
    fc.property(unitNear(0.95, 0.85, 0.75, 0.6), (score) => {
      let grade = 'failed'
      if (score - 0.6 > -HAIR) grade = 'poor'
      if (score - 0.75 > -HAIR) grade = 'acceptable'
      if (score - 0.85 > -HAIR) grade = 'good'
      if (score - 0.95 > -HAIR) grade = 'excellent'
      expect(gradeOf(score)).toBe(grade)
    }),
    { numRuns: 500 },
  )
})

it('bands are half-open intervals from .80 and .60, each with its action', () => {
  fc.assert(
    fc.property(unitNear(0.8, 0.6), (score) => {
      let expected = { band: 'poor', action: 'refine' }
      if (score - 0.6 > -HAIR) expected = { band: 'review', action: 'flag' }
      if (score - 0.8 > -HAIR) expected = { band: 'good', action: 'none' }
      expect(bandOf(score)).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

it('a grade never falls while the score rises', () => {
  const ladder = ['failed', 'poor', 'acceptable', 'good', 'excellent']
  const score = unitNear(0.95, 0.85, 0.75, 0.6)
  fc.assert(
    fc.property(score, score, (one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      expect(ladder.indexOf(gradeOf(high))).toBeGreaterThanOrEqual(ladder.indexOf(gradeOf(low)))
    }),
  )
})
