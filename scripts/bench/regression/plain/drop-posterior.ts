import type { Interval, Sample } from '@/lib/engine/stats/descriptive'
import { studentTCdf, studentTQuantile } from '@/lib/engine/stats/distributions'

/** The belief before the runs are seen; scores are in [0, 1]. */
export interface DropPrior {
  /** Standard deviation of true changes from version to version. */
  tau: number
  /** The degrees of freedom that the expected run-to-run deviation counts for. */
  nu0: number
  /** Expected run-to-run standard deviation. */
  s0: number
}

const DROP_PRIOR: DropPrior = { tau: 0.05, nu0: 4, s0: 0.05 }

/** Student t posterior of the true drop: location, scale, degrees of freedom, and the run variance it rests on. */
export interface DropPosterior {
  location: number
  scale: number
  degrees: number
  runVariance: number
}

/** Runs of each version. */
type Sizes = { nPrior: number; nCurrent: number }

const INTERVAL_TAIL = 0.05

/** Scale of the posterior for two samples of the given sizes, and the weight it gives the observed drop. */
function spread(runVariance: number, { nPrior, nCurrent }: Sizes, tau: number) {
  const noise = runVariance * (1 / nPrior + 1 / nCurrent)
  const trust = tau ** 2 / (tau ** 2 + noise)
  return { trust, scale: Math.sqrt(trust * noise) }
}

/**
 * Posterior of the drop of the mean from `prior` to `current`.
 * s² = (nu0·s0² + SS1 + SS2)/nu with nu = nu0 + n1 + n2 - 2; v = s²(1/n1 + 1/n2); w = tau²/(tau² + v);
 * location w·(mean1 - mean2), scale sqrt(w·v).
 */
export function dropPosterior(prior: Sample, current: Sample, { tau, nu0, s0 }: DropPrior = DROP_PRIOR): DropPosterior {
  const degrees = nu0 + prior.n + current.n - 2
  const runVariance = (nu0 * s0 ** 2 + prior.squares + current.squares) / degrees
  const { trust, scale } = spread(runVariance, { nPrior: prior.n, nCurrent: current.n }, tau)
  return { location: trust * (prior.mean - current.mean), scale, degrees, runVariance }
}

/** P(drop > `size`): 1 - T_nu((size - m) / se). */
export function probabilityOfDrop({ location, scale, degrees }: DropPosterior, size: number): number {
  return 1 - studentTCdf((size - location) / scale, degrees)
}

/** The 90 % interval of the drop, m ± T_nu^-1(0.95)·se. */
export function dropInterval({ location, scale, degrees }: DropPosterior): Interval {
  const half = studentTQuantile(1 - INTERVAL_TAIL, degrees) * scale
  return [location - half, location + half]
}
