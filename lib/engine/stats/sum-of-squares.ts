import { mean } from '@/lib/engine/stats/mean'

/** Sum of squared deviations from the mean; 0 for fewer than two values. */
export function sumOfSquares(values: readonly number[]): number {
  const centre = mean(values)
  if (centre === null) return 0
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
}
