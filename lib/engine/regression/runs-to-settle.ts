import type { BelievedDrop } from '@/lib/engine/regression/believed-drop'
import { normalCdf } from '@/lib/engine/stats/normal-cdf'

/** A normal posterior is settled where its mean is so many deviations from the threshold: P beyond .9. */
const SETTLED_Z = 1.2816
const CHANCE = 0.6
const MORE_RUNS_MAX = 50

/** By which factor `more` runs of each version shrink the noise of the means, and of the share of kept contracts. */
export interface Shrinkage {
  noise: (more: number) => number
  jumps: (more: number) => number
}

/**
 * The smallest k >= 1 with which k more runs of each version are likely to settle on which side of `threshold` the drop lies:
 * in six of ten cases with exactly so many, and in about eight of ten by the last of them, when they come one after the
 * other; null when 50 would not do. With k more runs the posterior has the scale s_k, 1/s_k² = 1/tau² + 1/v_k, and a mean
 * that is normal around the present one with the variance that the runs take away, s² - s_k² (preposterior analysis, Raiffa
 * and Schlaifer 1961).
 */
export function runsToSettle(drop: BelievedDrop, threshold: number, shrinkage: Shrinkage): number | null {
  for (let more = 1; more <= MORE_RUNS_MAX; more += 1) {
    const variance = varianceWith(drop, shrinkage, more)
    const moves = Math.sqrt(Math.max(Number.MIN_VALUE, drop.variance - variance))
    const reach = SETTLED_Z * Math.sqrt(variance)
    const distance = drop.mean - threshold
    const settled = normalCdf((distance - reach) / moves) + normalCdf((-distance - reach) / moves)
    if (settled >= CHANCE) return more
  }
  return null
}

function varianceWith({ pieces, jumpVariance }: BelievedDrop, shrinkage: Shrinkage, more: number): number {
  const factor = shrinkage.noise(more)
  const own = pieces.reduce((sum, { weight, scale, noise }) => {
    return sum + weight / (1 / scale ** 2 + (1 / factor - 1) / noise)
  }, 0)
  return own + jumpVariance * shrinkage.jumps(more)
}
