import { type Sample, sumOf } from '../stats/descriptive'
import { type ChangeSize, DROP_BELIEF, type DropPrior, type RateBelief, type ScoreBelief } from './drop-prior'
import type { VersionSample } from './regression-posterior'

/** Weight of the general prior in changes, and the most degrees of freedom or runs that a history counts for. */
const ASSUMED_CHANGES = 8
const DEGREES_MAX = 8
const RATE_RUNS_MAX = 15

/**
 * Learns a prior for the next change from the earlier versions of a chain, by empirical Bayes: the spread of its runs, the sizes of its
 * changes, and how often it keeps its contract. The general prior always keeps some weight, so that a quiet history never makes a real drop
 * implausible.
 * @param earlier versions oldest first, without the one judged
 * @param prior the version it is compared with; its own spread is already data and not used here
 */
export function chainPriorOf(earlier: readonly VersionSample[], prior: VersionSample | null): DropPrior {
  const splits = earlier.flatMap(({ split }) => split ?? [])
  return {
    whole: learn(DROP_BELIEF.whole, earlier, prior),
    rest: learn(
      DROP_BELIEF.rest,
      splits.map(({ rest }) => rest),
      prior?.split?.rest ?? null,
    ),
    rate: learnRate(
      DROP_BELIEF.rate,
      splits.filter((split) => split !== prior?.split),
    ),
  }
}

/**
 * s0² = (nu0·s0² + SS)/(nu0 + degrees), pooled over the versions. It adds at most 8 degrees of freedom, since the versions of a chain do
 * not have exactly the same spread.
 */
function learn(assumed: ScoreBelief, earlier: readonly Sample[], prior: Sample | null): ScoreBelief {
  let [degrees, squares] = [0, 0]
  for (const sample of earlier) {
    if (sample === prior) continue
    degrees += sample.n - 1
    squares += sample.squares
  }
  const variance = (assumed.nu0 * assumed.s0 ** 2 + squares) / (assumed.nu0 + degrees)
  return {
    nu0: assumed.nu0 + Math.min(degrees, DEGREES_MAX),
    s0: Math.sqrt(variance),
    changes: learnChanges(assumed.changes, earlier, variance),
  }
}

/** Updates the share of each size: the prior share plus the responsibility of each size for each past change, N(change; 0, tau² + v). */
function learnChanges(assumed: readonly ChangeSize[], earlier: readonly Sample[], variance: number): ChangeSize[] {
  const parts = assumed.map(() => 0)
  for (let place = 1; place < earlier.length; place++) addPart(parts, assumed, earlier, place, variance)
  const changes = Math.max(0, earlier.length - 1)
  return assumed.map(({ tau, share }, size) => ({
    tau,
    share: (ASSUMED_CHANGES * share + (parts[size] ?? 0)) / (ASSUMED_CHANGES + changes),
  }))
}

/** Adds the responsibility of each size for the change of one version: in place, since a chain can have thousands. */
function addPart(
  parts: number[],
  assumed: readonly ChangeSize[],
  earlier: readonly Sample[],
  place: number,
  variance: number,
): void {
  const [before, sample] = [earlier[place - 1], earlier[place]]
  if (!before || !sample) return
  const noise = variance * (1 / before.n + 1 / sample.n)
  const squared = (sample.mean - before.mean) ** 2
  const fitOf = ({ tau, share }: ChangeSize) => {
    const total = tau ** 2 + noise
    return (share * Math.exp(-squared / (2 * total))) / Math.sqrt(total)
  }
  let all = 0
  for (const size of assumed) all += fitOf(size)
  for (const [size, change] of assumed.entries())
    parts[size] = (parts[size] ?? 0) + (all > 0 ? fitOf(change) / all : change.share)
}

/** The mean of Beta(conformant + k, broken + n - k), counting for at most 15 runs more than the prior. */
function learnRate(assumed: RateBelief, others: readonly { conformant: number; rest: Sample }[]): RateBelief {
  const runs = sumOf(others.map(({ rest }) => rest.n))
  const conformant = assumed.conformant + sumOf(others.map((split) => split.conformant))
  const size = assumed.conformant + assumed.broken
  const scale = (size + Math.min(runs, RATE_RUNS_MAX)) / (size + runs)
  return { ...assumed, conformant: conformant * scale, broken: (size + runs - conformant) * scale }
}
