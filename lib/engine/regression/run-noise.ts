import type { ScoreBelief } from '@/lib/engine/regression/drop-belief'
import { gather, type WeightedPoints } from '@/lib/engine/regression/weighted-points'
import type { Sample } from '@/lib/engine/stats/sample'

/** How far the difference of two means may be off by chance. */
export interface RunNoise {
  /** Variance v of the difference, as a distribution, since the spread of the runs is not known. */
  variances: WeightedPoints
  /** Expected variance of a single run of either version. */
  ofPrior: number
  ofCurrent: number
}

/** Standard deviation of the logarithm of how much wider one version of a chain scatters than another. */
const UNLIKE = 0.5

const NODES = 15
const REACH = { below: 4, above: 8 }
const BINS = 12
/** Scores within 0 and 1 cannot scatter more. */
const SIGMA_MAX = 0.5

/**
 * v = sigma1²/n1 + sigma2²/n2, both spreads unknown. Each has a scaled inverse chi-square prior of nu0/2 degrees of freedom
 * around s0, so that with both alike the posterior rests on nu0·s0² + SS1 + SS2 and nu0 + n1 + n2 - 2 degrees; that they are
 * about alike is a normal prior of log(sigma1/sigma2). Integrated over a grid that follows the data.
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
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const expected = (side: 0 | 1) =>
    squares.reduce((sum, pair, place) => sum + pair[side] * (weights[place] ?? 0), 0) / total
  return { variances: gather(at, weights, BINS, Math.log), ofPrior: expected(0), ofCurrent: expected(1) }
}

/** The logarithms of a standard deviation that runs leave possible, evenly spaced, with the logarithm of their density. */
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
