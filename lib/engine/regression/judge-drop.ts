import { DROP_BELIEF, type DropBelief } from '@/lib/engine/regression/drop-belief'
import { type DropOdds, oddsOf, type VersionSample } from '@/lib/engine/regression/drop-odds'
import { type DropVerdict, type VerdictWord, wordOf } from '@/lib/engine/regression/verdict-word'
import { exceeds } from '@/lib/engine/tolerance'

export interface DropPolicy {
  threshold: number
  minLiveRuns: number
}

/** Null `delta` and `odds` where one of the versions has no run. */
export interface DropJudgement {
  /** By the rule alone. */
  verdict: DropVerdict
  /** What the rule says once it is asked how sure one can be. */
  word: VerdictWord
  /** prior mean - current mean */
  delta: number | null
  odds: DropOdds | null
}

/**
 * The regression rule on samples instead of single runs, so that a version of a million runs is judged from its sums: a
 * drop of the mean by more than the threshold is a regression, an exact tie is none. The odds stand beside the verdict and
 * never change it.
 */
export function judgeDrop(
  prior: VersionSample | null,
  current: VersionSample | null,
  policy: DropPolicy,
  belief: DropBelief = DROP_BELIEF,
): DropJudgement {
  const delta = prior && current ? prior.mean - current.mean : null
  const odds = prior && current ? oddsOf(prior, current, policy.threshold, belief) : null
  const verdict = verdictOf(delta, prior !== null, current?.n ?? 0, policy)
  return { verdict, word: wordOf(verdict, odds?.exceeds ?? null), delta, odds }
}

function verdictOf(delta: number | null, hasPrior: boolean, n: number, policy: DropPolicy): DropVerdict {
  if (!hasPrior) return 'no_baseline'
  if (delta === null || n < policy.minLiveRuns) return 'insufficient_sample'
  return exceeds(delta, policy.threshold) ? 'regression' : 'ok'
}
