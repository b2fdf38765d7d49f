import type { Interval, Sample } from '../stats/descriptive'
import { studentTQuantile } from '../stats/distributions'
import { degreesOfSum, type EstimatedVariance } from '../stats/intervals'
import { measuredDrop } from './measured-drop'
import { dropInterval } from './regression-posterior'

/** Direction of a measure between two versions: `unclear` if the runs do not decide, `too_few` if there are too few of them. */
type Direction = 'worse' | 'better' | 'unclear' | 'too_few'

/** A change with its 90 % interval; null if a side has no runs, or too few for an interval. */
interface MeasureChange {
  change: number | null
  interval: Interval | null
  direction: Direction
}

/** `more`: 1 if higher is better, -1 if lower is. */
interface Rule {
  more: 1 | -1
  minRuns: number
}

const LEVEL = 0.9
/** Normal quantile of a two-sided 90 % interval. */
const Z_90 = 1.6448536269514722
/** Number of observed deviations that the expected spread counts for. */
const NU0 = 4

/** Expected standard deviation of scores from 0 to 1. */
const SCORE_SPREAD = 0.05
/** Expected standard deviation of measures without a fixed scale, as a share of their mean. */
const RELATIVE_SPREAD = 0.1
const ASSUMED = 0.3

/**
 * Compares two means of scores from 0 to 1 (`isScore`), or of measures without a fixed scale. The interval holds two: one by the runs alone,
 * which few equal runs would make look certain, and Student's t with degrees by Welch (1947), in which each variance is shrunk towards the
 * expected one as if four deviations of that size had been observed, which runs far apart would contradict.
 */
export function compareMeans(a: Sample | null, b: Sample | null, rule: Rule & { isScore: boolean }): MeasureChange {
  if (!a || !b) return { change: null, interval: null, direction: 'too_few' }
  const change = b.mean - a.mean
  if (Math.min(a.n, b.n) < Math.max(2, rule.minRuns)) return { change, interval: null, direction: 'too_few' }
  const spread = rule.isScore ? SCORE_SPREAD : RELATIVE_SPREAD * ((a.mean + b.mean) / 2)
  const [low, high] = rule.isScore
    ? dropInterval(a, b)
    : measuredDrop(a, b, { s0: spread, nu0: ASSUMED }, { isScore: false })
  const half = shrunkenHalf(a, b, spread)
  const interval: Interval = [Math.min(0 - high, change - half), Math.max(0 - low, change + half)]
  return { change, interval, direction: directionOf(interval, rule) }
}

function shrunkenHalf(a: Sample, b: Sample, spread: number): number {
  const ofMean = ({ n, squares }: Sample): EstimatedVariance => {
    const degrees = NU0 + n - 1
    return { variance: (NU0 * spread ** 2 + squares) / degrees / n, degrees }
  }
  const [before, after] = [ofMean(a), ofMean(b)]
  const variance = before.variance + after.variance
  if (variance === 0) return 0
  return studentTQuantile((1 + LEVEL) / 2, degreesOfSum([before, after])) * Math.sqrt(variance)
}

/** Returns the fall of a mean score if its 90 % interval confirms one; null if it did not fall, or with too few runs. */
export function confirmedFall(prior: Sample | null, current: Sample | null, minRuns: number): ConfirmedFall | null {
  const { interval, direction } = compareMeans(prior, current, { more: 1, minRuns, isScore: true })
  return prior && current && interval && direction === 'worse'
    ? { prior: prior.mean, current: current.mean, interval }
    : null
}

/** Both means, and the 90 % interval of the change. */
export interface ConfirmedFall {
  prior: number
  current: number
  interval: Interval
}

/** A share: `yes` of `n` runs. */
interface Share {
  yes: number
  n: number
}

/**
 * Compares two shares, with Wald's interval after one success and one failure more on each side (Agresti and Caffo 2000), which covers at
 * least .86 from three runs on; two Wilson intervals combined (Newcombe 1998) cover down to .78.
 */
export function compareShares(a: Share, b: Share, rule: Rule): MeasureChange {
  if (a.n === 0 || b.n === 0) return { change: null, interval: null, direction: 'too_few' }
  const change = b.yes / b.n - a.yes / a.n
  if (Math.min(a.n, b.n) < rule.minRuns) return { change, interval: null, direction: 'too_few' }
  const [before, after] = [withOneMoreOfEach(a), withOneMoreOfEach(b)]
  const middle = after.share - before.share
  const half = Z_90 * Math.sqrt(before.variance + after.variance)
  const interval: Interval = [Math.max(-1, middle - half), Math.min(1, middle + half)]
  return { change, interval, direction: directionOf(interval, rule) }
}

function withOneMoreOfEach({ yes, n }: Share) {
  const share = (yes + 1) / (n + 2)
  return { share, variance: (share * (1 - share)) / (n + 2) }
}

/** Returns the direction of an interval; `unclear` if it contains no change. */
export function directionOf([low, high]: Interval, { more }: Pick<Rule, 'more'>): Direction {
  if (low > 0) return more === 1 ? 'better' : 'worse'
  if (high < 0) return more === 1 ? 'worse' : 'better'
  return 'unclear'
}
