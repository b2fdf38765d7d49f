import type { Interval } from '@/lib/engine/stats/interval'
import { mean } from '@/lib/engine/stats/mean'
import { studentTQuantile } from '@/lib/engine/stats/student-t-quantile'
import { sumOfSquares } from '@/lib/engine/stats/sum-of-squares'

/** What is known of a sample without its values: count, mean, and sum of squared deviations from the mean. */
export interface Sample {
  n: number
  mean: number
  squares: number
}

/** The sample of these values; null for none. */
export function sampleOf(values: readonly number[]): Sample | null {
  const centre = mean(values)
  return centre === null ? null : { n: values.length, mean: centre, squares: sumOfSquares(values) }
}

/** The sample behind a count, a sum and a sum of squares; null for none. Rounding never makes a deviation negative. */
export function sampleOfSums(n: number, sum: number, sumOfSquared: number): Sample | null {
  if (n <= 0) return null
  return { n, mean: sum / n, squares: Math.max(0, sumOfSquared - sum ** 2 / n) }
}

/** Student t interval of the mean at `level` in (0, 1), mean ± t·s/sqrt(n); null for fewer than two values. */
export function sampleInterval(sample: Sample, level = 0.95): Interval | null {
  const { n, squares } = sample
  if (n < 2) return null
  const half = studentTQuantile((1 + level) / 2, n - 1) * Math.sqrt(squares / (n - 1) / n)
  return [sample.mean - half, sample.mean + half]
}
