import {
  DROP_PRIOR,
  type DropPrior,
  dropInterval,
  dropPosterior,
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
  const posterior = dropPosterior(prior, current, belief)
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
