import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzeConvergence } from '@/lib/engine/iteration/analyze-convergence'
import { hundredths } from '@/lib/engine/testing/arbitraries'

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

const step = fc.oneof(fc.integer({ min: -6, max: 6 }), fc.constantFrom(-3, -2, 2, 3))
/** Series with small steps, so that changes of exactly the tolerance are common. */
const series = fc
  .tuple(hundredths(30, 70), fc.array(step, { maxLength: 6 }))
  .map(([first, steps]) => [first, ...steps.map((_, at) => first + sumOf(steps.slice(0, at + 1)))])

const toScores = (list: readonly number[]) => list.map((score) => score / 100)

function expectedState(list: readonly number[], e: number): string {
  const deltas = list.slice(1).map((score, index) => score - (list[index] ?? 0))
  if (deltas.length === 0) return 'insufficient'
  const [third = 0, second = 0, last = 0] = [...Array(3).fill(Number.NaN), ...deltas].slice(-3)
  const alternate = third * second < 0 && second * last < 0
  if (alternate && [third, second, last].every((delta) => Math.abs(delta) > e)) return 'oscillating'
  if (second < -e && last < -e) return 'degrading'
  if (Math.abs(second) <= e && Math.abs(last) <= e) return 'plateauing'
  return last > e ? 'improving' : 'undetermined'
}

describe('analyzeConvergence', () => {
  it('follows the last deltas, taking a change of exactly the tolerance for none', () => {
    fc.assert(
      fc.property(series, hundredths(0, 4), (list, e) => {
        const answer = analyzeConvergence({ scores: toScores(list), tolerance: e / 100 })
        expect(answer.state).toBe(expectedState(list, e))
        const action = new Map([
          ['plateauing', 'stop_accept_best'],
          ['degrading', 'stop_revert_best'],
          ['oscillating', 'stop_contradictory'],
        ])
        expect(answer.action).toBe(action.get(answer.state) ?? 'continue')
      }),
      { numRuns: 1000 },
    )
  })

  it('is invariant under shifting the series, and under scaling it together with the tolerance', () => {
    fc.assert(
      fc.property(series, hundredths(-20, 20), fc.constantFrom(0.5, 0.25), (list, shift, scale) => {
        const state = analyzeConvergence({ scores: toScores(list) }).state
        const shifted = list.map((score) => score + shift)
        if (shifted.every((score) => score >= 0 && score <= 100)) {
          expect(analyzeConvergence({ scores: toScores(shifted) }).state).toBe(state)
        }
        const scaled = { scores: toScores(list).map((score) => score * scale), tolerance: 0.02 * scale }
        expect(analyzeConvergence(scaled).state).toBe(state)
      }),
      { numRuns: 500 },
    )
  })

  it('does not depend on scores before the last four', () => {
    fc.assert(
      fc.property(series, fc.array(hundredths(), { maxLength: 4 }), (list, before) => {
        fc.pre(list.length >= 4)
        const state = analyzeConvergence({ scores: toScores(list) }).state
        expect(analyzeConvergence({ scores: toScores([...before, ...list]) }).state).toBe(state)
      }),
    )
  })
})

it('returns the highest score as best, the earliest of equals', () => {
  fc.assert(
    fc.property(series, (list) => {
      const { best } = analyzeConvergence({ scores: toScores(list) })
      const highest = Math.max(...list)
      expect(best?.iteration).toBe(list.indexOf(highest) + 1)
      expect(best?.score).toBeCloseTo(highest / 100, 9)
    }),
  )
})
