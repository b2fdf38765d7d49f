import { expect, it } from 'vitest'
import { brierScore, logLoss } from './prediction-scores'

const half = [
  { probability: 0.5, isTrue: true },
  { probability: 0.5, isTrue: false },
]

it('gives always saying one half what it deserves', () => {
  expect(brierScore(half)).toBe(0.25)
  expect(logLoss(half, 1e-4)).toBeCloseTo(Math.LN2, 12)
})

it('makes a wrong certainty cost as much as the margin says, and no more', () => {
  expect(logLoss([{ probability: 1, isTrue: false }], 1e-4)).toBeCloseTo(-Math.log(1e-4), 9)
})

it('counts by weight, and says nothing of nothing', () => {
  const forecasts = [
    { probability: 1, isTrue: true, weight: 3 },
    { probability: 1, isTrue: false, weight: 1 },
  ]
  expect(brierScore(forecasts)).toBe(0.25)
  expect(brierScore([])).toBeNaN()
  expect(logLoss([], 0.01)).toBeNaN()
})
