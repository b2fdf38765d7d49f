import { sumOfSquares } from '@/lib/engine/stats/sum-of-squares'

/** Unbiased sample variance (divisor n - 1), or null for fewer than two values. */
export function sampleVariance(values: readonly number[]): number | null {
  if (values.length < 2) return null
  return sumOfSquares(values) / (values.length - 1)
}
