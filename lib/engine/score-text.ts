import { atLeast } from './tolerance'

/**
 * Formats a score with two decimals. If rounding would carry it across `threshold`, up to four decimals are used to keep it on its side:
 * 0.7962 against 0.80 is "0.796", not "0.80".
 */
export function scoreText(score: number, threshold?: number): string {
  return score.toFixed(threshold === undefined ? 2 : decimalsAgainst(score, threshold))
}

function decimalsAgainst(score: number, threshold: number): number {
  const isMet = atLeast(score, threshold)
  return [2, 3].find((decimals) => atLeast(Number(score.toFixed(decimals)), threshold) === isMet) ?? 4
}

/** Formats a threshold: "0.80"; with up to four decimals, since a score beside it may be close. */
export function limitText(threshold: number): string {
  return threshold.toFixed(4).replace(/0{1,2}$/, '')
}
