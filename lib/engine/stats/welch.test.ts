import { expect, it } from 'vitest'
import { sampleOf } from './descriptive'
import { welch } from './intervals'

const of = (...values: number[]) => sampleOf(values) ?? { n: 0, mean: 0, squares: 0 }

it('gives the textbook scale and degrees', () => {
  // s1² = 2.5 of 5, s2² = 10 of 5: v = 2.5, degrees = 2.5² / (0.5²/4 + 2²/4).
  const result = welch(of(1, 2, 3, 4, 5), of(2, 4, 6, 8, 10))
  expect(result?.scale).toBeCloseTo(Math.sqrt(2.5), 12)
  expect(result?.degrees).toBeCloseTo(6.25 / 1.0625, 12)
})

it('is null for a single value, or for values that do not vary', () => {
  expect(welch(of(1), of(1, 2, 3))).toBeNull()
  expect(welch(of(1, 1), of(2, 2))).toBeNull()
})
