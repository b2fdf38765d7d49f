import type { Interval } from '@/lib/engine/stats/interval'
import { studentTQuantile } from '@/lib/engine/stats/student-t-quantile'

/** What is known of a sample without its values: count, mean, and sum of squared deviations from the mean. */
export interface Sample {
  n: number
  mean: number
  squares: number
}

/** The sample behind a count, a sum and a sum of squares; null for none. Rounding never makes a deviation negative. */
export function sampleOfSums(n: number, sum: number, sumOfSquares: number): Sample | null {
  if (n <= 0) return null
  return { n, mean: sum / n, squares: Math.max(0, sumOfSquares - sum ** 2 / n) }
}

/** Student t interval of the mean at `level` in (0, 1), mean ± t·s/sqrt(n); null for fewer than two values. */
export function sampleInterval({ n, mean, squares }: Sample, level = 0.95): Interval | null {
  if (n < 2) return null
  const half = studentTQuantile((1 + level) / 2, n - 1) * Math.sqrt(squares / (n - 1) / n)
  return [mean - half, mean + half]
}
