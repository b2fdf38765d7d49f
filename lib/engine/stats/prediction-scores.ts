/**
 * A prediction made before the truth was known: a probability in [0, 1], and whether it came true, or in which share of its cases. `weight`
 * is 1 by default.
 */
export interface Forecast {
  probability: number
  isTrue: boolean | number
  weight?: number
}

/** Mean squared error of the probabilities; 0 is best, and always predicting one half gives 0.25. NaN for none. */
export function brierScore(forecasts: readonly Forecast[]): number {
  return meanOf(forecasts, ({ probability, isTrue }) => (probability - Number(isTrue)) ** 2)
}

/**
 * Mean of -ln of the probability of the actual outcome; 0 is best, and always predicting one half gives 0.693. Probabilities are clamped to
 * [margin, 1 - margin], so that one wrong certainty does not cost infinitely much. NaN for none.
 */
export function logLoss(forecasts: readonly Forecast[], margin: number): number {
  return meanOf(forecasts, ({ probability, isTrue }) => {
    const surprise = (given: number) => -Math.log(Math.min(1 - margin, Math.max(margin, given)))
    const share = Number(isTrue)
    return share * surprise(probability) + (1 - share) * surprise(1 - probability)
  })
}

function meanOf(forecasts: readonly Forecast[], loss: (forecast: Forecast) => number): number {
  let [sum, total] = [0, 0]
  for (const forecast of forecasts) {
    const { weight = 1 } = forecast
    sum += weight * loss(forecast)
    total += weight
  }
  return sum / total
}
