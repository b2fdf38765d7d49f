import { sumOf } from '../stats/descriptive'
import { solvePositive } from '../stats/map-logistic'
import { GUILT_WEIGHTS, type GuiltEvidence } from './guilt-evidence'

/** A failed run whose causing step was named by a person. */
export interface KnownGuilt extends GuiltEvidence {
  /** Index of that step in the run, from 0. */
  cause: number
}

/** With fewer named causes nothing is learned. */
export const CAUSES_MIN = 8
/** Prior standard deviation of a project's weights around the published ones. */
const WEIGHT_SD = 0.5
const STEPS_MAX = 30
const TOLERANCE = 1e-9

/**
 * Learns the weights of the evidence from named causes: a conditional logit over the suspects of each run (McFadden 1974) with a Gaussian
 * prior about {@link GUILT_WEIGHTS}, maximized by Newton's method; the posterior is concave. Runs whose cause is not a suspect are ignored.
 * Returns the published weights below {@link CAUSES_MIN} causes.
 */
export function learnGuilt(known: readonly KnownGuilt[]): readonly number[] {
  const runs = known.flatMap(({ suspects, features, cause }) => {
    const chosen = features[suspects.indexOf(cause)]
    return chosen && features.length > 1 ? [{ features, chosen }] : []
  })
  if (runs.length < CAUSES_MIN) return GUILT_WEIGHTS
  let weights = [...GUILT_WEIGHTS]
  for (let step = 0; step < STEPS_MAX; step++) {
    const { gradient, hessian } = slopesAt(weights, runs)
    const move = solvePositive(hessian, gradient)
    weights = weights.map((weight, at) => weight + (move[at] ?? 0))
    if (move.every((value) => Math.abs(value) < TOLERANCE)) break
  }
  return weights
}

type Run = { features: readonly (readonly number[])[]; chosen: readonly number[] }

/** Returns the gradient of the log posterior and its negative Hessian. */
function slopesAt(weights: readonly number[], runs: readonly Run[]): { gradient: number[]; hessian: number[][] } {
  const precision = 1 / WEIGHT_SD ** 2
  const gradient = weights.map((weight, at) => -precision * (weight - (GUILT_WEIGHTS[at] ?? 0)))
  const hessian = weights.map((_, one) => weights.map((_, other) => (one === other ? precision : 0)))
  for (const { features, chosen } of runs) {
    const sums = features.map((row) => row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0))
    const highest = Math.max(...sums)
    const raw = sums.map((sum) => Math.exp(sum - highest))
    const total = sumOf(raw)
    const mean = weights.map((_, at) =>
      features.reduce((sum, row, place) => sum + ((raw[place] ?? 0) / total) * (row[at] ?? 0), 0),
    )
    for (const [one, line] of hessian.entries()) {
      gradient[one] = (gradient[one] ?? 0) + (chosen[one] ?? 0) - (mean[one] ?? 0)
      for (let other = 0; other <= one; other++) {
        const both = features.reduce(
          (sum, row, place) => sum + ((raw[place] ?? 0) / total) * (row[one] ?? 0) * (row[other] ?? 0),
          0,
        )
        line[other] = (line[other] ?? 0) + both - (mean[one] ?? 0) * (mean[other] ?? 0)
      }
    }
  }
  return { gradient, hessian }
}
