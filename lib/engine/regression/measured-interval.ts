import type { RunNoise } from '@/lib/engine/regression/run-noise'
import type { WeightedPoints } from '@/lib/engine/regression/weighted-points'
import type { Interval } from '@/lib/engine/stats/interval'
import { normalCdf } from '@/lib/engine/stats/normal-cdf'

const TAIL = 0.05
/** Halvings first, since the function is flat far from the data. */
const HALVINGS = 4
const STEPS_MAX = 100
const CLOSE = 1e-9

/**
 * The 90 % interval of the drop by the runs alone, within -1 to 1: `delta` is what was measured beside the jump, and is not
 * drawn towards no change, so that small and huge drops are covered alike. It is the interval m ± T^-1(.95)·se without
 * shrinkage (w = 1), over all variances that the runs leave possible. `measured` is never left out of it.
 * @param jumps what conformance adds, as either end needs it
 */
export function measuredInterval(
  measured: number,
  delta: number,
  { variances }: RunNoise,
  jumps: { low: WeightedPoints; high: WeightedPoints },
): Interval {
  const below = (jump: WeightedPoints) => (size: number) => shareBelow(size - delta, variances, jump)
  return [Math.min(measured, find(below(jumps.low), TAIL)), Math.max(measured, find(below(jumps.high), 1 - TAIL))]
}

/** P(noise + jump < `size`), the noise normal with one of these variances. */
function shareBelow(size: number, noise: WeightedPoints, jumps: WeightedPoints): number {
  let sum = 0
  for (const [place, jump] of jumps.at.entries()) {
    const share = jumps.weights[place] ?? 0
    const own = jumps.variances[place] ?? 0
    for (const [node, variance] of noise.at.entries())
      sum += share * (noise.weights[node] ?? 0) * normalCdf((size - jump) / Math.sqrt(variance + own))
  }
  return sum
}

/** Where a growing function in [-1, 1] reaches `share`: the regula falsi with Illinois' halving (Dowell and Jarratt 1971). */
function find(shareBelow: (size: number) => number, share: number): number {
  let [low, high] = [-1, 1]
  let [below, above] = [shareBelow(low) - share, shareBelow(high) - share]
  if (below >= 0) return low
  if (above <= 0) return high
  let last = 0
  for (let step = 0; step < STEPS_MAX && high - low > CLOSE; step += 1) {
    const isEarly = step < HALVINGS
    const next = isEarly ? (low + high) / 2 : (low * above - high * below) / (above - below)
    const found = shareBelow(next) - share
    if (Math.abs(found) < CLOSE) return next
    if (found < 0) {
      low = next
      below = found
      if (!isEarly && last < 0) above /= 2
    } else {
      high = next
      above = found
      if (!isEarly && last > 0) below /= 2
    }
    last = found
  }
  return (low + high) / 2
}
