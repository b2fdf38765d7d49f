import type { Sample } from '../stats/descriptive'
import { degreesOfSum } from '../stats/intervals'
import { type JudgedScore, type Moments, POWERED_MIN } from './powered-mean'

/** A judged run; `weight` is how many drawn runs it stands for, relative to the others of its group. */
interface WeightedScore extends JudgedScore {
  weight: number
}

/** Judged runs that stand for a share of all runs. */
export interface WeightedGroup {
  judged: readonly WeightedScore[]
  /** Share of all runs; the shares of all groups sum to 1. */
  share: number
  /** Number of equally probable draws that would tell the share as precisely. */
  draws: number
  /** The part it belongs to, whose share of all runs is known; the same for all groups if no part's is. */
  part: string
}

/**
 * Estimates the mean verdict of all runs from a random draw of which each group was judged at random: Σ share · mean of the group. The
 * variance is that of double sampling for stratification (Cochran 1977, 12.2): of the groups' means, and of the shares, which only the draw
 * tells.
 */
export function weightedMean(groups: readonly WeightedGroup[]): Moments {
  return momentsOf(groups, 0)
}

/**
 * {@link weightedMean} using the scores of `all` runs: + λ (mean score of all - mean score of the judged), with the λ in [0, 1] of the least
 * variance (PPI++, Angelopoulos et al. 2023, arXiv 2311.01453). Null where scores would cost more precision than they add, as in
 * `poweredMean`.
 * @param spread variance of the scores of all runs, within parts
 */
export function poweredWeightedMean(
  groups: readonly WeightedGroup[],
  all: Pick<Sample, 'n' | 'mean'>,
  spread: number,
): Moments | null {
  const n = groups.reduce((sum, { judged }) => sum + judged.length, 0)
  const degrees = n - groups.length - 1
  if (n < POWERED_MIN || degrees < 1) return null
  const [verdicts, scores, both] = [ofMean(groups, V, V), ofMean(groups, S, S), ofMean(groups, V, S)]
  if (!(both / Math.sqrt(verdicts * scores) > 1 / Math.sqrt(degrees))) return null
  // The judged runs are among all runs, so their means vary together.
  const shared = ofRuns(groups, V, S)
  const [gain, cost] = [both - shared / all.n, scores - spread / all.n]
  if (!(gain > 0 && cost > 0)) return null
  const lambda = Math.min(1, gain / cost)
  const own = momentsOf(groups, lambda)
  const ofAll = (2 * lambda * shared - lambda ** 2 * spread) / all.n
  return {
    mean: own.mean + lambda * all.mean,
    variance: own.variance * ((degrees + 1) / degrees) + Math.max(0, ofAll),
    degrees: Math.max(1, own.degrees - 1),
  }
}

type Value = (run: WeightedScore) => number
const V: Value = ({ verdict }) => verdict
const S: Value = ({ automated }) => automated

/** Moments of the mean of verdict - λ · score. If all verdicts of a group are equal, its variance is that with one more of each kind. */
function momentsOf(groups: readonly WeightedGroup[], lambda: number): Moments {
  const rest: Value = (run) => run.verdict - lambda * run.automated
  const parts = groups.map((group) => {
    const variance = group.share ** 2 * (within(group, rest, rest) + smoothing(group))
    return { variance, degrees: Math.max(1, worthOf(group) - 1) }
  })
  const shares = between(groups, rest, rest, ({ share, draws }) => share ** 2 / draws)
  const draws = groups.reduce((sum, group) => sum + group.draws, 0)
  const pieces = [...parts, { variance: shares, degrees: Math.max(1, draws - 1) }]
  const degrees = degreesOfSum(pieces)
  return {
    mean: groups.reduce((sum, group) => sum + group.share * centreOf(group, rest), 0),
    variance: pieces.reduce((sum, { variance }) => sum + variance, 0),
    degrees: Number.isFinite(degrees) ? degrees : 1,
  }
}

const weightOf = ({ judged }: WeightedGroup) => judged.reduce((sum, { weight }) => sum + weight, 0)

/** The number of equal weights that would be as precise, (Σ w)² / Σ w² (Kish 1965). */
const worthOf = (group: WeightedGroup) =>
  weightOf(group) ** 2 / group.judged.reduce((sum, { weight }) => sum + weight ** 2, 0)

const centreOf = (group: WeightedGroup, value: Value) =>
  group.judged.reduce((sum, run) => sum + run.weight * value(run), 0) / weightOf(group)

/** Covariance of the means of two values in a group. */
function within(group: WeightedGroup, one: Value, other: Value): number {
  const n = group.judged.length
  if (n < 2) return 0
  const [a, b, total] = [centreOf(group, one), centreOf(group, other), weightOf(group)]
  const sum = group.judged.reduce((sum, run) => sum + (run.weight / total) ** 2 * (one(run) - a) * (other(run) - b), 0)
  return (sum * n) / (n - 1)
}

function smoothing(group: WeightedGroup): number {
  if (new Set(group.judged.map(V)).size > 1) return 0
  const n = worthOf(group)
  const share = (centreOf(group, V) * n + 1) / (n + 2)
  return (share * (1 - share)) / n
}

/** Σ factor · product of the deviations of the groups' means from the mean of their part. */
function between(
  groups: readonly WeightedGroup[],
  one: Value,
  other: Value,
  factor: (group: WeightedGroup) => number,
): number {
  return [...Map.groupBy(groups, ({ part }) => part).values()].reduce((total, own) => {
    const share = own.reduce((sum, group) => sum + group.share, 0)
    const mean = (value: Value) => own.reduce((sum, group) => sum + group.share * centreOf(group, value), 0) / share
    const [a, b] = [mean(one), mean(other)]
    return own.reduce(
      (sum, group) => sum + factor(group) * (centreOf(group, one) - a) * (centreOf(group, other) - b),
      total,
    )
  }, 0)
}

/** Covariance of the estimated means of two values. */
const ofMean = (groups: readonly WeightedGroup[], one: Value, other: Value) =>
  groups.reduce((sum, group) => sum + group.share ** 2 * within(group, one, other), 0) +
  between(groups, one, other, ({ share, draws }) => share ** 2 / draws)

/** Covariance of two values of a run, within parts. */
const ofRuns = (groups: readonly WeightedGroup[], one: Value, other: Value) =>
  groups.reduce((sum, group) => sum + group.share * worthOf(group) * within(group, one, other), 0) +
  between(groups, one, other, ({ share }) => share)
