/** A closed interval, `[lo, hi]`. */
export type Interval = [lo: number, hi: number]

/** Arithmetic mean, or null for no values: an empty sample has no mean, and missing is not zero. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : meanOf(values)
}

/** Arithmetic mean of one value or more; NaN for none. */
export function meanOf(values: readonly number[]): number {
  return sumOf(values) / values.length
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** A score with its weight; only the ratio of weights matters. */
interface Weighted {
  score: number
  weight: number
}

/** Sum of weight · score over the sum of weights, or null when the weights sum to 0. */
export function weightedMean(items: readonly Weighted[]): number | null {
  const total = items.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return null
  return items.reduce((sum, { score, weight }) => sum + score * weight, 0) / total
}

/**
 * Sample quantile by linear interpolation between order statistics (Hyndman & Fan 1996, type 7). `share` is in [0, 1]. Null for no values.
 */
export function quantile(values: readonly number[], share: number): number | null {
  if (!(share >= 0 && share <= 1)) throw new RangeError('share must be between 0 and 1')
  const sorted = [...values].sort((left, right) => left - right)
  const position = (sorted.length - 1) * share
  const lower = sorted[Math.floor(position)]
  const upper = sorted[Math.ceil(position)]
  if (lower === undefined || upper === undefined) return null
  return lower + (upper - lower) * (position - Math.floor(position))
}

/** Sum of squared deviations from the mean; 0 for fewer than two values. */
export function sumOfSquares(values: readonly number[]): number {
  const centre = mean(values)
  if (centre === null) return 0
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
}

/** Summary of a sample: count, mean, and sum of squared deviations from the mean. */
export interface Sample {
  n: number
  mean: number
  squares: number
}

/** Summarises values; null for none. */
export function sampleOf(values: readonly number[]): Sample | null {
  const centre = mean(values)
  return centre === null ? null : { n: values.length, mean: centre, squares: sumOfSquares(values) }
}

/**
 * Summarises a sample given by count, sum and sum of squares; null for an empty one. Squared deviations that rounding alone can explain,
 * `n` epsilons of the sum of squares, are none: equal values stay equal.
 */
export function sampleOfSums(n: number, sum: number, sumOfSquared: number): Sample | null {
  if (n <= 0) return null
  const squares = sumOfSquared - sum ** 2 / n
  return { n, mean: sum / n, squares: squares > n * Number.EPSILON * sumOfSquared ? squares : 0 }
}

/** Combines two samples. */
export function poolSamples(one: Sample, other: Sample): Sample {
  const n = one.n + other.n
  if (n === 0) return { n, mean: 0, squares: 0 }
  const apart = other.mean - one.mean
  return {
    n,
    mean: (one.n * one.mean + other.n * other.mean) / n,
    squares: one.squares + other.squares + (apart ** 2 * one.n * other.n) / n,
  }
}
