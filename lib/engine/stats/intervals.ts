import { clamp01 } from '../tolerance'
import type { Interval, Sample } from './descriptive'

/** Normal quantile of a two-sided 95 % interval. */
export const Z_95 = 1.959963984540054

/**
 * Wilson score interval of a share of `successes` in `trials`, `z` the normal quantile (1.96: 95 %). Centre (p + z²/2n) / (1 + z²/n),
 * half-width z·sqrt(p(1-p)/n + z²/4n²) / (1 + z²/n) (Wilson 1927). Without trials: [0, 1].
 */
export function wilsonInterval(successes: number, trials: number, z = Z_95): Interval {
  if (!(successes >= 0 && successes <= trials)) throw new RangeError('successes must be between 0 and trials')
  if (trials === 0) return [0, 1]
  const share = successes / trials
  const scale = 1 + z ** 2 / trials
  const centre = (share + z ** 2 / (2 * trials)) / scale
  const half = (z * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2))) / scale
  return [clamp01(centre - half), clamp01(centre + half)]
}

/**
 * Scale and degrees of freedom of the difference of two means with unequal variances (Welch 1947): v = s1²/n1 + s2²/n2, degrees v² /
 * ((s1²/n1)²/(n1 - 1) + (s2²/n2)²/(n2 - 1)). Null when a sample has fewer than two values, or when neither varies.
 */
export function welch(left: Sample, right: Sample): { scale: number; degrees: number } | null {
  if (Math.min(left.n, right.n) < 2) return null
  const [a, b] = [left.squares / (left.n - 1) / left.n, right.squares / (right.n - 1) / right.n]
  const variance = a + b
  if (variance === 0) return null
  const share = a / variance
  const degrees = 1 / (share ** 2 / (left.n - 1) + (1 - share) ** 2 / (right.n - 1))
  return { scale: Math.sqrt(variance), degrees }
}

/**
 * Returns which p-values are significant at a false discovery rate of `rate`: all up to the largest p(k) <= k/m · rate in ascending order
 * (Benjamini & Hochberg 1995).
 */
export function benjaminiHochberg(ps: readonly number[], rate = 0.1): boolean[] {
  const ascending = ps.toSorted((a, b) => a - b)
  const last = ascending.findLastIndex((p, place) => p <= ((place + 1) / ps.length) * rate)
  const limit = last < 0 ? -1 : (ascending[last] ?? -1)
  return ps.map((p) => p <= limit)
}
