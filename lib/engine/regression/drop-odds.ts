import { type BelievedDrop, believedDrop, probabilityAbove } from '@/lib/engine/regression/believed-drop'
import { type ConformanceSplit, passOrFail } from '@/lib/engine/regression/conformance-split'
import { DROP_BELIEF, type DropBelief, PASS_OR_FAIL } from '@/lib/engine/regression/drop-belief'
import { measuredInterval } from '@/lib/engine/regression/measured-interval'
import { believedRateDrop, measuredRateDrop } from '@/lib/engine/regression/rate-change'
import { type RunNoise, runNoise } from '@/lib/engine/regression/run-noise'
import { runsToSettle, type Shrinkage } from '@/lib/engine/regression/runs-to-settle'
import { isSettled } from '@/lib/engine/regression/verdict-word'
import { certain } from '@/lib/engine/regression/weighted-points'
import type { Interval } from '@/lib/engine/stats/interval'
import type { Sample } from '@/lib/engine/stats/sample'

/** A version's live runs; `split` where conformance is a part of their score. */
export interface VersionSample extends Sample {
  split?: ConformanceSplit | null
}

/**
 * How the odds were found. `mixture-2`: changes of several sizes, spreads that are learned, an interval by the runs alone.
 * What was frozen without a name is `shrunken-1`: one size of change, and an interval drawn towards no change.
 */
export const DROP_METHOD = 'mixture-2'

/** How sure one can be of a drop. Positive is worse. */
export interface DropOdds {
  method: typeof DROP_METHOD
  /** P(there is any drop); a change of nothing at all counts half. */
  drop: number
  /** P(the drop is larger than the threshold) */
  exceeds: number
  /** 90 % of the true drop by the runs alone, whatever its size; holds what was measured. */
  interval: Interval
  /** About how many more runs of each version would settle it; 0 settled, null not within 50. */
  runsToSettle: number | null
  /** Conformance was taken apart from the rest of the score. */
  byConformance: boolean
}

/**
 * The odds of a drop from one version to the next, by {@link believedDrop}. Where conformance is known of both it is taken
 * apart from the rest, since one broken contract moves a small mean by a lot; scores that are all 0 or 1 are taken as nothing
 * but that.
 */
export function oddsOf(
  prior: VersionSample,
  current: VersionSample,
  threshold: number,
  belief: DropBelief = DROP_BELIEF,
): DropOdds {
  const measured = prior.mean - current.mean
  if (prior.split && current.split)
    return { ...splitOdds(prior.split, current.split, threshold, belief, measured), byConformance: true }
  const [before, after] = [passOrFail(prior), passOrFail(current)]
  return before && after
    ? splitOdds(before, after, threshold, PASS_OR_FAIL, measured)
    : wholeOdds(prior, current, threshold, belief)
}

function wholeOdds(prior: Sample, current: Sample, threshold: number, { whole }: DropBelief): DropOdds {
  const noise = runNoise(prior, current, whole)
  const delta = prior.mean - current.mean
  const drop = believedDrop(delta, noise, whole.changes, certain(0))
  const shrinkage = { noise: shrinkageOf(noise, prior.n, current.n), jumps: () => 0 }
  return {
    ...saidOf(drop, threshold, shrinkage),
    interval: measuredInterval(delta, delta, noise, { low: certain(0), high: certain(0) }),
    byConformance: false,
  }
}

function splitOdds(
  prior: ConformanceSplit,
  current: ConformanceSplit,
  threshold: number,
  { rest, rate }: Pick<DropBelief, 'rest' | 'rate'>,
  measured: number,
): DropOdds {
  const noise = runNoise(prior.rest, current.rest, rest)
  const delta = prior.rest.mean - current.rest.mean
  const drop = believedDrop(delta, noise, rest.changes, believedRateDrop(prior, current, rate))
  const shrinkage = { noise: shrinkageOf(noise, prior.rest.n, current.rest.n), jumps: shrinkageOfRates(prior, current) }
  return {
    ...saidOf(drop, threshold, shrinkage),
    interval: measuredInterval(measured, delta, noise, measuredRateDrop(prior, current)),
    byConformance: false,
  }
}

function saidOf(drop: BelievedDrop, threshold: number, shrinkage: Shrinkage) {
  const exceeds = neverCertain(probabilityAbove(drop, threshold))
  return {
    method: DROP_METHOD,
    drop: neverCertain(probabilityAbove(drop, 0)),
    exceeds,
    runsToSettle: isSettled(exceeds) ? 0 : runsToSettle(drop, threshold, shrinkage),
  } as const
}

/** No number of runs makes a chance 0 or 1: what is lost in rounding is not said to be certain. */
function neverCertain(chance: number): number {
  return Math.min(Math.max(chance, 1e-12), 1 - 1e-12)
}

/** Of sigma1²/n1 + sigma2²/n2, what is left with `more` runs of each. */
function shrinkageOf({ ofPrior, ofCurrent }: Pick<RunNoise, 'ofPrior' | 'ofCurrent'>, prior: number, current: number) {
  const with_ = (more: number) => ofPrior / (prior + more) + ofCurrent / (current + more)
  return (more: number) => with_(more) / with_(0)
}

/** The same of the shares of kept contracts, each with the variance q·(1 - q) of a single run, q = (k + 1/2)/(n + 1). */
function shrinkageOfRates(prior: ConformanceSplit, current: ConformanceSplit) {
  const varianceOf = ({ kept, rest }: ConformanceSplit) => {
    const rate = (kept + 0.5) / (rest.n + 1)
    return rate * (1 - rate)
  }
  return shrinkageOf({ ofPrior: varianceOf(prior), ofCurrent: varianceOf(current) }, prior.rest.n, current.rest.n)
}
