import { normalCdf } from '../stats/distributions'
import type { ChangeSize } from './drop-prior'
import type { RunNoise } from './run-noise'
import type { WeightedPoints } from './weighted-points'

/** One component of a mixture of normals for the true drop; the weights sum to 1. */
interface Piece {
  weight: number
  location: number
  scale: number
  /** Variance of the measured difference assumed by this component. */
  noise: number
}

/** Posterior of the true drop: the sum of a jump and of a mixture of normals. */
export interface BelievedDrop {
  pieces: readonly Piece[]
  jumps: WeightedPoints
  mean: number
  variance: number
  /** The part of the variance that is due to the jumps. */
  jumpVariance: number
}

/**
 * Computes the posterior of the drop of the mean. For each variance v compatible with the runs, and each size tau of a change: w =
 * tau²/(tau² + v), location w·(mean1 - mean2), scale sqrt(w·v), weighted by the fit of the measured `delta`, N(delta; 0, tau² + v). A scale
 * mixture of normals as prior does not shrink a large drop (Carvalho, Polson and Scott 2010). `jumps` is the independent contribution of
 * conformance.
 */
export function believedDrop(
  delta: number,
  { variances }: RunNoise,
  changes: readonly ChangeSize[],
  jumps: WeightedPoints,
): BelievedDrop {
  const fits = variances.at.flatMap((noise, place) =>
    changes.map(({ tau, share }) => {
      const total = tau ** 2 + noise
      const trust = tau ** 2 / total
      const log = Math.log((variances.weights[place] ?? 0) * share) - (Math.log(total) + delta ** 2 / total) / 2
      return { log, location: trust * delta, scale: Math.sqrt(trust * noise), noise }
    }),
  )
  const most = fits.reduce((best, { log }) => Math.max(best, log), -Infinity)
  const weighed = fits.map(({ log, ...piece }) => ({ ...piece, weight: Math.exp(log - most) }))
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
  const pieces = weighed.map((piece) => ({ ...piece, weight: piece.weight / total }))
  const own = momentsOf(pieces)
  const added = momentsOf(
    jumps.at.map((location, place) => ({
      location,
      scale: Math.sqrt(jumps.variances[place] ?? 0),
      weight: jumps.weights[place] ?? 0,
    })),
  )
  return {
    pieces,
    jumps,
    mean: own.mean + added.mean,
    variance: own.variance + added.variance,
    jumpVariance: added.variance,
  }
}

function momentsOf(pieces: readonly Omit<Piece, 'noise'>[]): { mean: number; variance: number } {
  const mean = pieces.reduce((sum, { weight, location }) => sum + weight * location, 0)
  const variance = pieces.reduce(
    (sum, { weight, location, scale }) => sum + weight * ((location - mean) ** 2 + scale ** 2),
    0,
  )
  return { mean, variance }
}

/** Returns P(drop > `size`), 0 to 1. */
export function probabilityAbove({ pieces, jumps }: BelievedDrop, size: number): number {
  let sum = 0
  for (const [place, jump] of jumps.at.entries()) {
    const share = jumps.weights[place] ?? 0
    const variance = jumps.variances[place] ?? 0
    for (const { weight, location, scale } of pieces)
      sum += share * weight * normalCdf((location + jump - size) / Math.sqrt(scale ** 2 + variance))
  }
  return Math.min(1, sum)
}

/** A normal posterior is settled if its mean is this many deviations from the threshold: P beyond .9. */
const SETTLED_Z = 1.2816
const CHANCE = 0.6
/** The most runs that are looked ahead. */
export const MORE_RUNS_MAX = 50

/** Factor by which `more` runs of each version shrink the noise of the means, and of the share of kept contracts. */
export interface Shrinkage {
  noise: (more: number) => number
  jumps: (more: number) => number
}

/**
 * Returns the smallest k >= 1 for which k more runs of each version are likely to settle on which side of `threshold` the drop lies: in six
 * of ten cases after exactly k runs, and in about eight of ten by the last of them when checked after each; null if 50 are not enough. With
 * k more runs the posterior has the scale s_k, 1/s_k² = 1/tau² + 1/v_k, and its mean is normal around the present one with the variance the
 * runs remove, s² - s_k² (preposterior analysis, Raiffa and Schlaifer 1961).
 */
export function requiredSampleSize(drop: BelievedDrop, threshold: number, shrinkage: Shrinkage): number | null {
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
