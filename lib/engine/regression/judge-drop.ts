import {
  DROP_PRIOR,
  type DropPosterior,
  type DropPrior,
  dropInterval,
  probabilityOfDrop,
  runsToSettle,
} from '@/lib/engine/regression/drop-posterior'
import type { Interval } from '@/lib/engine/stats/interval'
import type { Sample } from '@/lib/engine/stats/sample'
import { exceeds } from '@/lib/engine/tolerance'

export type DropVerdict = 'regression' | 'ok' | 'insufficient_sample' | 'no_baseline'

export interface DropPolicy {
  threshold: number
  minLiveRuns: number
}

/** Null `delta` and `odds` where one of the versions has no run. `interval` holds 90 %; positive is worse. */
export interface DropJudgement {
  verdict: DropVerdict
  /** prior mean - current mean */
  delta: number | null
  odds: { drop: number; exceeds: number; interval: Interval; runsToSettle: number | null } | null
}

/**
 * The regression rule on samples instead of single runs, so that a version of a million runs is judged from its sums: a
 * drop of the mean by more than the threshold is a regression, an exact tie is none.
 */
export function judgeDrop(
  prior: Sample | null,
  current: Sample | null,
  policy: DropPolicy,
  belief: DropPrior = DROP_PRIOR,
): DropJudgement {
  if (!prior || !current) return { verdict: prior ? 'insufficient_sample' : 'no_baseline', delta: null, odds: null }
  const delta = prior.mean - current.mean
  const posterior = posteriorOf(prior, current, belief)
  const sizes = { nPrior: prior.n, nCurrent: current.n }
  return {
    verdict:
      current.n < policy.minLiveRuns ? 'insufficient_sample' : exceeds(delta, policy.threshold) ? 'regression' : 'ok',
    delta,
    odds: {
      drop: probabilityOfDrop(posterior, 0),
      exceeds: probabilityOfDrop(posterior, policy.threshold),
      interval: dropInterval(posterior),
      runsToSettle: runsToSettle(posterior, sizes, policy.threshold, belief),
    },
  }
}

/** s² = (nu0·s0² + SS1 + SS2)/nu, nu = nu0 + n1 + n2 - 2; v = s²(1/n1 + 1/n2); w = tau²/(tau² + v); location w·delta, scale sqrt(w·v). */
function posteriorOf(prior: Sample, current: Sample, { tau, nu0, s0 }: DropPrior): DropPosterior {
  const degrees = nu0 + prior.n + current.n - 2
  const runVariance = (nu0 * s0 ** 2 + prior.squares + current.squares) / degrees
  const noise = runVariance * (1 / prior.n + 1 / current.n)
  const trust = tau ** 2 / (tau ** 2 + noise)
  return { location: trust * (prior.mean - current.mean), scale: Math.sqrt(trust * noise), degrees, runVariance }
}
