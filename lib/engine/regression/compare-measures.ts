import type { Interval, Sample } from '../stats/descriptive'
import { studentTQuantile } from '../stats/distributions'
import { wilsonInterval } from '../stats/intervals'

/** Direction of a measure between two versions: `unclear` if the runs do not decide, `too_few` if there are too few of them. */
type Direction = 'worse' | 'better' | 'unclear' | 'too_few'

/** A change with its 90 % interval; null if a side has no runs, or too few for an interval. */
export interface MeasureChange {
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

/**
 * Compares two means, Student t with degrees by Welch (1947). Each variance is shrunk towards `spread`² as if four deviations of that size
 * had been observed, since a few equal runs would otherwise look certain.
 */
export function compareMeans(a: Sample | null, b: Sample | null, rule: Rule & { spread: number }): MeasureChange {
  if (!a || !b) return { change: null, interval: null, direction: 'too_few' }
  const change = b.mean - a.mean
  if (Math.min(a.n, b.n) < Math.max(2, rule.minRuns)) return { change, interval: null, direction: 'too_few' }
  const [x, y] = [a, b].map(({ n, squares }) => {
    const degrees = NU0 + n - 1
    return { variance: (NU0 * rule.spread ** 2 + squares) / degrees / n, degrees }
  }) as [Spread, Spread]
  const variance = x.variance + y.variance
  if (variance === 0) return { change, interval: [change, change], direction: directionOf([change, change], rule) }
  const degrees = variance ** 2 / (x.variance ** 2 / x.degrees + y.variance ** 2 / y.degrees)
  const half = studentTQuantile((1 + LEVEL) / 2, degrees) * Math.sqrt(variance)
  const interval: Interval = [change - half, change + half]
  return { change, interval, direction: directionOf(interval, rule) }
}

/** Expected standard deviation of scores from 0 to 1. */
export const SCORE_SPREAD = 0.05

/** Returns the fall of a mean score if its 90 % interval confirms one; null if it did not fall, or with too few runs. */
export function confirmedFall(prior: Sample | null, current: Sample | null, minRuns: number): ConfirmedFall | null {
  const { interval, direction } = compareMeans(prior, current, { more: 1, minRuns, spread: SCORE_SPREAD })
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

type Spread = { variance: number; degrees: number }

/** A share: `yes` of `n` runs. */
export interface Share {
  yes: number
  n: number
}

/** Compares two shares, with the hybrid score interval of two Wilson intervals (Newcombe 1998, method 10). */
export function compareShares(a: Share, b: Share, rule: Rule): MeasureChange {
  if (a.n === 0 || b.n === 0) return { change: null, interval: null, direction: 'too_few' }
  const [before, after] = [a.yes / a.n, b.yes / b.n]
  const change = after - before
  if (Math.min(a.n, b.n) < rule.minRuns) return { change, interval: null, direction: 'too_few' }
  const [low, high] = wilsonInterval(a.yes, a.n, Z_90)
  const [lower, upper] = wilsonInterval(b.yes, b.n, Z_90)
  const interval: Interval = [
    change - Math.hypot(after - lower, high - before),
    change + Math.hypot(upper - after, before - low),
  ]
  return { change, interval, direction: directionOf(interval, rule) }
}

/** Returns the direction of an interval; `unclear` if it contains no change. */
export function directionOf([low, high]: Interval, { more }: Pick<Rule, 'more'>): Direction {
  if (low > 0) return more === 1 ? 'better' : 'worse'
  if (high < 0) return more === 1 ? 'worse' : 'better'
  return 'unclear'
}
