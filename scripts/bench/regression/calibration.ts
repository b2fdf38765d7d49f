import { meanOf, sumOf } from '@/lib/engine/stats/descriptive'
import type { Forecast } from '@/lib/engine/stats/prediction-scores'

const BINS = 10

/**
 * Expected calibration error over ten bins of equal width: the mean distance between the forecast probability and the observed frequency,
 * weighted by the bins' share of the forecasts (Naeini et al. 2015). NaN for none.
 */
export function calibrationError(forecasts: readonly Forecast[]): number {
  if (forecasts.length === 0) return Number.NaN
  const bins = Map.groupBy(forecasts, ({ probability }) => Math.min(BINS - 1, Math.floor(probability * BINS)))
  const distances = [...bins.values()].map((bin) => {
    const said = bin.reduce((total, { probability }) => total + probability, 0)
    const came = bin.filter(({ isTrue }) => isTrue).length
    return Math.abs(said - came)
  })
  return sumOf(distances) / forecasts.length
}

const WORLDS = 40

/** The mean calibration error by chance alone if every one of these probabilities were right. */
export function errorByChance(forecasts: readonly Forecast[], random: () => number): number {
  const errors = Array.from({ length: WORLDS }, () =>
    calibrationError(forecasts.map(({ probability }) => ({ probability, isTrue: random() < probability }))),
  )
  return meanOf(errors)
}
