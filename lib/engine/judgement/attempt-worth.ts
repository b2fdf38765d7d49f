import type { AttemptWorth } from '@/lib/contracts/executions'
import { mean, sumOfSquares } from '../stats/descriptive'
import { studentTQuantile } from '../stats/distributions'

/** Gain an attempt must exceed to count as more than noise: the tolerance of the convergence rule. */
const NOISE = 0.02
/** Minimum number of attempts for a verdict. */
export const MIN_ATTEMPTS = 5
const LEVEL = 0.95

/** All attempts from this one on count together. */
const LAST = 4

/**
 * Estimates the gain of the second attempt over the best before it, of the third, and so on, from the scores of executions in order of
 * their attempts. Attempts without a score are skipped; a worse attempt gains 0, since the best is kept, so chance alone gives a small
 * gain.
 * An attempt pays when the low end of its 95 % interval (Student's t) is above {@link NOISE}, and does not when the high end is below it.
 * This applies to work that was retried, which is not all work.
 */
export function attemptWorth(series: readonly (readonly (number | null)[])[]): AttemptWorth[] {
  const gains = new Map<number, number[]>()
  for (const scores of series) {
    let best: number | null = null
    for (const [place, score] of scores.entries()) {
      if (score === null) continue
      if (best !== null) {
        const attempt = Math.min(LAST, place + 1)
        const own = gains.get(attempt) ?? []
        own.push(Math.max(0, score - best))
        gains.set(attempt, own)
      }
      best = best === null ? score : Math.max(best, score)
    }
  }
  return Array.from({ length: LAST - 1 }, (_, place) => toWorth(place + 2, gains.get(place + 2) ?? []))
}

function toWorth(attempt: number, gains: readonly number[]): AttemptWorth {
  const n = gains.length
  const gain = mean(gains)
  if (gain === null || n < MIN_ATTEMPTS) return { attempt, n, gain, interval: null, verdict: 'too_few' }
  const scale = Math.sqrt(sumOfSquares(gains) / (n - 1) / n)
  const half = studentTQuantile((1 + LEVEL) / 2, n - 1) * scale
  const interval: [number, number] = [Math.max(0, gain - half), Math.min(1, gain + half)]
  const verdict = interval[0] > NOISE ? 'pays' : interval[1] < NOISE ? 'does_not_pay' : 'unclear'
  return { attempt, n, gain, interval, verdict }
}
