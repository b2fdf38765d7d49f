import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unitNear } from '@/lib/engine/testing/arbitraries'
import { bandOf } from '../trace/band'
import { gradeOf } from './score-performance'

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
