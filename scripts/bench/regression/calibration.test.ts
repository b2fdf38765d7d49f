import { expect, it } from 'vitest'
import { brierScore, type Forecast } from '@/lib/engine/stats/prediction-scores'
import { calibrationError } from './calibration'

const forecasts = (probability: number, came: number, of: number): Forecast[] =>
  Array.from({ length: of }, (_, index) => ({ probability, isTrue: index < came }))

it.each([
  ['certain and right', [...forecasts(1, 5, 5), ...forecasts(0, 0, 5)], 0, 0],
  ['certain and wrong', forecasts(1, 0, 4), 1, 1],
  ['0.5, true half of the time', forecasts(0.5, 5, 10), 0.25, 0],
  ['0.8, true half of the time', forecasts(0.8, 5, 10), 0.34, 0.3],
  ['two bins of unequal size', [...forecasts(0.9, 6, 10), ...forecasts(0.1, 3, 30)], 0.15, 0.075],
])('%s', (_, said, brier, error) => {
  expect(brierScore(said)).toBeCloseTo(brier, 9)
  expect(calibrationError(said)).toBeCloseTo(error, 9)
})

it('is NaN without forecasts', () => {
  expect(brierScore([])).toBeNaN()
  expect(calibrationError([])).toBeNaN()
})
