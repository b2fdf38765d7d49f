import { atLeast } from './tolerance'

/**
 * Formats a score with two decimals. If rounding would carry it across one of the thresholds, as many are used as keep it on its side: 0.7962
 * against 0.80 is "0.796", not "0.80".
 */
export function scoreText(score: number, ...thresholds: readonly (number | undefined)[]): string {
  const decimals = thresholds.map((threshold) =>
    threshold === undefined ? 2 : decimalsThatKeep(score, (shown) => atLeast(shown, threshold)),
  )
  return score.toFixed(Math.max(2, ...decimals))
}

/** With so many, rounding moves a value by less than the tolerance of comparisons. */
const DECIMALS_MAX = 9

/** Returns the decimals, two or more, that it takes for a rounded value to have the property that the exact one has, or has not. */
export function decimalsThatKeep(value: number, property: (shown: number) => boolean): number {
  const holds = property(value)
  let decimals = 2
  while (decimals < DECIMALS_MAX && property(Number(value.toFixed(decimals))) !== holds) decimals += 1
  return decimals
}

/** Formats a threshold: "0.80"; with up to four decimals, since a score beside it may be close. */
export function limitText(threshold: number): string {
  return threshold.toFixed(4).replace(/0{1,2}$/, '')
}
