import type { Interval } from '../stats/descriptive'
import { normalCdf } from '../stats/distributions'

/** A distribution made of narrow components with location, weight and variance. The weights sum to 1. */
export interface WeightedPoints {
  at: readonly number[]
  weights: readonly number[]
  variances: readonly number[]
}

/** A distribution of one certain value. */
export const certain = (value: number): WeightedPoints => ({ at: [value], weights: [1], variances: [0] })

interface Merging {
  /** An increasing function. */
  key?: (value: number) => number
  variances?: readonly number[]
}

/** Components below this share of the total weight are dropped. */
const NEGLIGIBLE = 1e-9

/**
 * Compresses a distribution to at most `bins` components: values whose `key` falls into the same of `bins` equal intervals are merged,
 * keeping the overall mean and variance. `weights` may have any sum; the returned ones sum to 1. Without `variances` values are exact.
 */
export function gather(
  at: readonly number[],
  weights: readonly number[],
  bins: number,
  { key = (value) => value, variances = [] }: Merging = {},
): WeightedPoints {
  let total = 0
  for (const weight of weights) total += weight
  const least = NEGLIGIBLE * total
  const keys = at.map(key)
  let [from, to] = [Infinity, -Infinity]
  for (const [place, own] of keys.entries()) {
    if ((weights[place] ?? 0) <= least) continue
    from = Math.min(from, own)
    to = Math.max(to, own)
  }
  const perKey = to > from ? bins / (to - from) : 0
  const sums = Array.from({ length: bins }, () => ({ weight: 0, first: 0, second: 0 }))
  for (const [place, value] of at.entries()) {
    const weight = weights[place] ?? 0
    const bin = sums[Math.min(bins - 1, Math.floor(((keys[place] ?? 0) - from) * perKey))]
    if (weight <= least || !bin) continue
    bin.weight += weight
    bin.first += weight * value
    bin.second += weight * (value ** 2 + (variances[place] ?? 0))
  }
  const full = sums.filter(({ weight }) => weight > 0)
  const kept = full.reduce((sum, { weight }) => sum + weight, 0)
  return {
    at: full.map(({ weight, first }) => first / weight),
    weights: full.map(({ weight }) => weight / kept),
    variances: full.map(({ weight, first, second }) => Math.max(0, second / weight - (first / weight) ** 2)),
  }
}

const TAIL = 0.05
/** Bisection steps before the regula falsi, since the function is flat far from the data. */
const HALVINGS = 4
const STEPS_MAX = 100
const CLOSE = 1e-12

/**
 * Returns the 90 % interval of the drop by the runs alone, within -1 to 1. `delta` is the measured drop without the jump, and is not shrunk
 * towards no change, so that small and huge drops are covered equally. It is the interval m ± T^-1(.95)·se without shrinkage (w = 1), over
 * all variances compatible with the runs. Always contains `measured`.
 * @param jumps contribution of conformance, for either end
 */
export function measuredInterval(
  measured: number,
  delta: number,
  { variances }: { variances: WeightedPoints },
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

/**
 * Returns where an increasing function in [-1, 1] reaches `share`: regula falsi with the Illinois modification (Dowell and Jarratt 1971).
 */
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
