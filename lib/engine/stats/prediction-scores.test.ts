import { expect, it } from 'vitest'
import { brierScore, logLoss } from './prediction-scores'

const half = [
  { probability: 0.5, isTrue: true },
  { probability: 0.5, isTrue: false },
]

it('has the expected scores for always predicting one half', () => {
  expect(brierScore(half)).toBe(0.25)
  expect(logLoss(half, 1e-4)).toBeCloseTo(Math.LN2, 12)
})

it('bounds the cost of a wrong certainty by the margin', () => {
  expect(logLoss([{ probability: 1, isTrue: false }], 1e-4)).toBeCloseTo(-Math.log(1e-4), 9)
})

it('weights forecasts, and is NaN without any', () => {
  const forecasts = [
    { probability: 1, isTrue: true, weight: 3 },
    { probability: 1, isTrue: false, weight: 1 },
  ]
  expect(brierScore(forecasts)).toBe(0.25)
  expect(brierScore([])).toBeNaN()
  expect(logLoss([], 0.01)).toBeNaN()
})
