import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scorePerformance } from './score-performance'

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
