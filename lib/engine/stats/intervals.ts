import type { Mean, Share } from '@/lib/contracts/overview'
import { clamp01 } from '../tolerance'
import { type Interval, type Sample, sampleOfSums } from './descriptive'
import { studentTQuantile } from './distributions'

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
  // Exact at the ends, where the difference leaves a rest of rounding.
  return [successes === 0 ? 0 : clamp01(centre - half), successes === trials ? 1 : clamp01(centre + half)]
}

/**
 * 95 % interval of the mean of values in a range, which it never leaves: Wilson's interval of the mean's place in the range, with Student's
 * t and the trials of a share that has the observed variance (Korn & Graubard 1998). Values that are all the same leave open how many others
 * would not be, at most t²/n / (1 + t²/n) of them, anywhere in the range. Null for fewer than two values.
 */
export function boundedInterval({ n, mean, squares }: Sample, [low, high]: Interval): Interval | null {
  if (n < 2) return null
  const width = high - low
  const share = clamp01((mean - low) / width)
  const most = share * (1 - share)
  const perTrial = studentTQuantile(0.975, n - 1) ** 2 / n
  const isConstant = squares === 0 || most === 0
  const k = isConstant ? perTrial : (perTrial * (squares / (n - 1))) / width ** 2 / most
  const centre = (share + k / 2) / (1 + k)
  const half = Math.sqrt((isConstant ? 0 : k * most) + k ** 2 / 4) / (1 + k)
  return [low + width * clamp01(centre - half), low + width * clamp01(centre + half)]
}

/** The mean of a sample of scores in [0, 1], with its 95 % interval; null without scores. */
export function meanOfScores(sample: Sample | null): Mean {
  if (!sample) return { n: 0, mean: null, interval: null }
  return { n: sample.n, mean: clamp01(sample.mean), interval: boundedInterval(sample, [0, 1]) }
}

/** As {@link meanOfScores}, of scores given by count, sum and sum of squares. */
export function toMean(n: number, sum: number, squares: number): Mean {
  return meanOfScores(sampleOfSums(n, sum, squares))
}

/** `n` of `of` as a share with its Wilson interval; null if `of` is zero. */
export function toShare(n: number, of: number): Share {
  if (of <= 0) return { n: 0, of: 0, share: null, interval: null }
  return { n, of, share: n / of, interval: wilsonInterval(n, of) }
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

/** The variance of an estimate, and the degrees of freedom, above 0, with which it is known. */
export interface EstimatedVariance {
  variance: number
  degrees: number
}

/**
 * Degrees of freedom of the sum of independent variances, (Σ v)² / Σ (v² / degrees) (Satterthwaite 1946, Welch 1947); NaN if all of them
 * are 0.
 */
export function degreesOfSum(parts: readonly EstimatedVariance[]): number {
  const variance = parts.reduce((sum, part) => sum + part.variance, 0)
  return variance ** 2 / parts.reduce((sum, part) => sum + part.variance ** 2 / part.degrees, 0)
}

const FALSE_DISCOVERY_RATE = 0.1

/**
 * Returns which p-values are significant at a false discovery rate of 10 %: all up to the largest p(k) <= k/m · rate in ascending order
 * (Benjamini & Hochberg 1995).
 */
export function benjaminiHochberg(ps: readonly number[]): boolean[] {
  const ascending = ps.toSorted((a, b) => a - b)
  const last = ascending.findLastIndex((p, place) => p <= ((place + 1) / ps.length) * FALSE_DISCOVERY_RATE)
  const limit = last < 0 ? -1 : (ascending[last] ?? -1)
  return ps.map((p) => p <= limit)
}
