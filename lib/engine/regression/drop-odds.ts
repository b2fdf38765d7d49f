import type { ConformanceSplit } from '@/lib/engine/regression/conformance-split'
import {
  DROP_PRIOR,
  type DropPrior,
  dropInterval,
  dropPosterior,
  probabilityOfDrop,
  type Sizes,
  spread,
} from '@/lib/engine/regression/drop-posterior'
import {
  drawnInterval,
  REST_PRIOR,
  shareAbove,
  splitPosterior,
  splitScale,
} from '@/lib/engine/regression/split-posterior'
import { isSettled } from '@/lib/engine/regression/verdict-word'
import type { Interval } from '@/lib/engine/stats/interval'
import type { Sample } from '@/lib/engine/stats/sample'

/** A version's live runs; `split` where conformance is a part of their score. */
export interface VersionSample extends Sample {
  split?: ConformanceSplit | null
}

/** What is believed of a score as a whole, and of its part beside conformance. */
export interface DropBelief {
  whole: DropPrior
  rest: DropPrior
}

export const DROP_BELIEF: DropBelief = { whole: DROP_PRIOR, rest: REST_PRIOR }

/** How sure one can be of a drop. Positive is worse. */
export interface DropOdds {
  /** P(there is any drop) */
  drop: number
  /** P(the drop is larger than the threshold) */
  exceeds: number
  /** 90 % of the true drop. */
  interval: Interval
  /** About how many more runs of each version would settle it; 0 settled, null not within 50. */
  runsToSettle: number | null
  /** Conformance was taken apart from the rest of the score. */
  byConformance: boolean
}

const SETTLED_Z = 1.28
const MORE_RUNS_MAX = 50

/**
 * The odds of a drop from one version to the next: by {@link splitPosterior} where conformance is known of both, since one
 * broken contract moves a small mean by a lot, else by {@link dropPosterior}.
 */
export function oddsOf(
  prior: VersionSample,
  current: VersionSample,
  threshold: number,
  belief: DropBelief = DROP_BELIEF,
): DropOdds {
  return prior.split && current.split
    ? splitOdds(prior.split, current.split, threshold, belief.rest)
    : wholeOdds(prior, current, threshold, belief.whole)
}

function wholeOdds(prior: Sample, current: Sample, threshold: number, belief: DropPrior): DropOdds {
  const posterior = dropPosterior(prior, current, belief)
  const scaleWith = (more: number) => spread(posterior.runVariance, grown(prior, current, more), belief.tau).scale
  const exceeds = probabilityOfDrop(posterior, threshold)
  return {
    drop: probabilityOfDrop(posterior, 0),
    exceeds,
    interval: dropInterval(posterior),
    runsToSettle: isSettled(exceeds) ? 0 : runsToSettle(posterior.location - threshold, scaleWith),
    byConformance: false,
  }
}

function splitOdds(prior: ConformanceSplit, current: ConformanceSplit, threshold: number, belief: DropPrior): DropOdds {
  const posterior = splitPosterior(prior, current, belief)
  const scaleWith = (more: number) =>
    splitScale(prior, current, posterior, grown(prior.rest, current.rest, more), belief)
  const exceeds = shareAbove(posterior, threshold)
  return {
    drop: shareAbove(posterior, 0),
    exceeds,
    interval: drawnInterval(posterior),
    runsToSettle: isSettled(exceeds) ? 0 : runsToSettle(posterior.location - threshold, scaleWith),
    byConformance: true,
  }
}

const grown = (prior: Sample, current: Sample, more: number): Sizes => ({
  nPrior: prior.n + more,
  nCurrent: current.n + more,
})

/** The smallest k >= 1 with |m - threshold| >= 1.28·scale(k), an 80 % chance to settle it; null when 50 would not do. */
function runsToSettle(distance: number, scaleWith: (more: number) => number): number | null {
  for (let more = 1; more <= MORE_RUNS_MAX; more += 1) {
    if (Math.abs(distance) >= SETTLED_Z * scaleWith(more)) return more
  }
  return null
}
