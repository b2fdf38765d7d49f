import type { ChangeSize } from '@/lib/engine/regression/drop-belief'
import type { RunNoise } from '@/lib/engine/regression/run-noise'
import type { WeightedPoints } from '@/lib/engine/regression/weighted-points'
import { normalCdf } from '@/lib/engine/stats/normal-cdf'

/** Normal distributions of the true drop with the weight of each; the weights sum to 1. */
interface Piece {
  weight: number
  location: number
  scale: number
  /** Variance of the measured difference that it rests on. */
  noise: number
}

/** What is believed of the true drop once the runs are seen: the sum of a jump and of a mixture of normals. */
export interface BelievedDrop {
  pieces: readonly Piece[]
  jumps: WeightedPoints
  mean: number
  variance: number
  /** Of the variance, what the jumps add. */
  jumpVariance: number
}

/**
 * Posterior of the drop of the mean. For each variance v that the runs leave possible, and each size tau that a change may
 * have: w = tau²/(tau² + v), location w·(mean1 - mean2), scale sqrt(w·v), weighed by how well the measured `delta` fits,
 * N(delta; 0, tau² + v). A scale mixture of normals as prior leaves a large drop as it was measured (Carvalho, Polson and
 * Scott 2010). `jumps` is what conformance adds, independent of the rest.
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

/** P(drop > `size`), 0 to 1. */
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
