import { type Sample, sampleOfSums, sumOf } from '../stats/descriptive'
import { atLeast, EPSILON } from '../tolerance'
import type { ScoreBelief } from './drop-prior'
import { gather, type WeightedPoints } from './weighted-points'

/** Uncertainty of the difference of two means. */
export interface RunNoise {
  /** Distribution of the variance v of the difference, since the spread of the runs is unknown. */
  variances: WeightedPoints
  /** Expected variance of a single run of either version. */
  ofPrior: number
  ofCurrent: number
}

/** Prior standard deviation of the log ratio of two versions' spreads. */
const UNLIKE = 0.5

const NODES = 15
const REACH = { below: 4, above: 8 }
const BINS = 12
/** Maximum standard deviation of scores within 0 and 1. */
const SIGMA_MAX = 0.5

/**
 * v = sigma1²/n1 + sigma2²/n2, both spreads unknown. Each has a scaled inverse chi-square prior of nu0/2 degrees of freedom around s0, so
 * that with equal spreads the posterior has nu0·s0² + SS1 + SS2 and nu0 + n1 + n2 - 2 degrees; their similarity is a normal prior of
 * log(sigma1/sigma2). Integrated over a grid that follows the data.
 */
export function runNoise(prior: Sample, current: Sample, { nu0, s0 }: Pick<ScoreBelief, 'nu0' | 's0'>): RunNoise {
  const one = spreadOf(prior, nu0 / 2, s0)
  const other = spreadOf(current, nu0 / 2, s0)
  const at: number[] = []
  const logs: number[] = []
  const squares: [number, number][] = []
  for (const left of one) {
    for (const right of other) {
      const variances: [number, number] = [Math.exp(2 * left.log), Math.exp(2 * right.log)]
      at.push(variances[0] / prior.n + variances[1] / current.n)
      logs.push(left.density + right.density - ((left.log - right.log) / UNLIKE) ** 2 / 2)
      squares.push(variances)
    }
  }
  const most = logs.reduce((best, value) => Math.max(best, value), -Infinity)
  const weights = logs.map((value) => Math.exp(value - most))
  const total = sumOf(weights)
  const expected = (side: 0 | 1) =>
    squares.reduce((sum, pair, place) => sum + pair[side] * (weights[place] ?? 0), 0) / total
  return { variances: gather(at, weights, BINS, { key: Math.log }), ofPrior: expected(0), ofCurrent: expected(1) }
}

/** Returns an even grid of the logarithm of the standard deviation, with the log density of each. */
function spreadOf({ n, squares }: Sample, degrees: number, s0: number): { log: number; density: number }[] {
  const freedom = degrees + n - 1
  const sum = degrees * s0 ** 2 + squares
  const centre = Math.log(sum / freedom) / 2
  const unit = 1 / Math.sqrt(2 * freedom)
  const from = centre - REACH.below * unit
  const step = (Math.min(Math.log(SIGMA_MAX), centre + REACH.above * unit) - from) / (NODES - 1)
  return Array.from({ length: NODES }, (_, node) => {
    const log = from + step * node
    return { log, density: -freedom * log - sum / (2 * Math.exp(2 * log)) }
  })
}

/** The runs of a version split into the boolean part of their score and the rest: score = weight·conformant + rest. */
export interface ConformanceSplit {
  /** Amount that a kept contract adds to a score, above 0 and up to 1. */
  weight: number
  /** Number of runs that kept their contract, of `rest.n`. */
  conformant: number
  /** The scores without that part, 0 to 1 - weight. */
  rest: Sample
}

/** Sums over runs: their number, scores and squared scores, and for those that kept their contract the number and scores. */
interface ConformanceSums {
  n: number
  sum: number
  squares: number
  conformant: number
  conformantSum: number
}

/** Splits sums of scores; null without runs, or if conformance has no weight. */
export function splitSums(
  { n, sum, squares, conformant, conformantSum }: ConformanceSums,
  weight: number,
): ConformanceSplit | null {
  if (!(weight > 0)) return null
  // The rest of a conformant run is its score minus the weight, so the squares follow from the sums.
  const rest = sampleOfSums(
    n,
    sum - weight * conformant,
    squares - 2 * weight * conformantSum + conformant * weight ** 2,
  )
  return rest && { weight, conformant, rest }
}

type Run = { score: number; conformance?: boolean | null }

/** Splits single runs; null unless conformance is known of each and every score is possible with this weight. */
export function splitRuns(runs: readonly Run[], weight: number): ConformanceSplit | null {
  if (!runs.every((run) => fits(run, weight))) return null
  const sums = { n: 0, sum: 0, squares: 0, conformant: 0, conformantSum: 0 }
  for (const { score, conformance } of runs) {
    sums.n += 1
    sums.sum += score
    sums.squares += score ** 2
    if (conformance) sums.conformant += 1
    if (conformance) sums.conformantSum += score
  }
  return splitSums(sums, weight)
}

function fits({ score, conformance }: Run, weight: number): boolean {
  if (typeof conformance !== 'boolean') return false
  return conformance ? atLeast(score, weight) : atLeast(1 - weight, score)
}

/** Treats a sample as pure conformance if every score is 0 or 1; null otherwise. */
export function passOrFail({ n, mean, squares }: Sample): ConformanceSplit | null {
  const sum = n * mean
  // x² = x only for 0 and 1, and is less in between.
  if (Math.abs(sum - (squares + n * mean ** 2)) > EPSILON * n) return null
  return { weight: 1, conformant: Math.round(sum), rest: { n, mean: 0, squares: 0 } }
}
