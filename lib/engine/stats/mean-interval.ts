import type { Interval } from '@/lib/engine/stats/interval'
import { mean } from '@/lib/engine/stats/mean'
import { sampleVariance } from '@/lib/engine/stats/sample-variance'
import { studentTQuantile } from '@/lib/engine/stats/student-t-quantile'

/** Student t interval of a mean at `level` in (0, 1), mean ± t·s/sqrt(n); null for fewer than two values. */
export function meanInterval(values: readonly number[], level = 0.95): Interval | null {
  const centre = mean(values)
  const variance = sampleVariance(values)
  if (centre === null || variance === null) return null
  const half = studentTQuantile((1 + level) / 2, values.length - 1) * Math.sqrt(variance / values.length)
  return [centre - half, centre + half]
}
