import { LARGE_DROP, LOW_MEAN } from '@/lib/contracts/thresholds'
import type { WeeklyFlag } from '@/lib/contracts/weekly/compared'
import type { WeeklyMetric, WeeklyOutcome } from '@/lib/contracts/weekly/report'
import { type ConfirmedFall, confirmedFall } from '../regression/compare-measures'
import { oddsOf } from '../regression/regression-posterior'
import type { Interval, Sample } from '../stats/descriptive'
import { studentTCdf, studentTQuantile } from '../stats/distributions'
import { welch } from '../stats/intervals'
import { atLeast, exceeds } from '../tolerance'
import { seenDrop } from './change-odds'
import { trendOf } from './failure-trend'
import { chanceNothingFell, chanceOfMean, WEEK_PRIOR, type WeekPair } from './week-prior'

/** Runs in each of two weeks without which their means are not compared. */
export const MIN_RUNS = 3

/** Expected run-to-run standard deviation, which keeps a few equal scores from looking certain. */
const S0 = 0.05

export interface MeanChange {
  /** current mean - previous mean; positive is better. */
  change: number
  /** 90 % interval of the true change. */
  interval: Interval
  /** Two-sided p-value: the probability of a change this large without a true one. */
  p: number
  isTooFew: boolean
}

/** A change without its interval, and what that follows from: scales and degrees of freedom of the methods. */
export type TestedChange = Omit<MeanChange, 'interval'> & { methods: readonly { scale: number; degrees: number }[] }

/**
 * Returns the change of the mean from one week to the next, by the wider of two methods: Welch's, and the pooled variance of {@link
 * seenDrop}. Null when one week has no scored run.
 */
export function compareWeeks(previous: Sample | null, current: Sample | null): MeanChange | null {
  const tested = testChange(previous, current)
  if (!tested) return null
  const { methods: _, ...change } = tested
  return { ...change, interval: intervalOf(tested) }
}

/** As {@link compareWeeks}, without the interval, which takes most of the time and is shown of few pairs. */
export function testChange(previous: Sample | null, current: Sample | null): TestedChange | null {
  if (!previous || !current) return null
  const change = current.mean - previous.mean
  const { noise, degrees: pooled } = seenDrop(previous, current, S0)
  const apart = welch(previous, current)
  const methods = [{ scale: Math.sqrt(noise), degrees: pooled }, ...(apart ? [apart] : [])]
  return {
    change,
    p: Math.max(...methods.map(({ scale, degrees }) => 2 * (1 - studentTCdf(Math.abs(change / scale), degrees)))),
    isTooFew: Math.min(previous.n, current.n) < MIN_RUNS,
    methods,
  }
}

/** The 90 % interval of a change. */
export function intervalOf({ change, methods }: TestedChange): Interval {
  const half = Math.max(...methods.map(({ scale, degrees }) => studentTQuantile(0.95, degrees) * scale))
  return [change - half, change + half]
}

/**
 * Returns the flags of a unit or chain: mean < .60, and drop > .05 against the week before; exact ties raise none. Each has the probability
 * that it is noise given the prior of the whole page: for a low mean that the true mean is .60 or more, for a drop that nothing fell; null
 * below {@link MIN_RUNS} runs a week. How many runs settle a drop is left to {@link settleFlags}.
 * @param level pair whose mean is checked, if different from the compared weeks
 */
export function raiseFlags({ previous, current }: WeekPair, belief = WEEK_PRIOR, level?: WeekPair): WeeklyFlag[] {
  const flags: WeeklyFlag[] = []
  const own = level ?? { previous, current }
  const shown = own.current
  if (shown && !atLeast(shown.mean, LOW_MEAN))
    flags.push({
      kind: 'low',
      noise: shown.n < MIN_RUNS ? null : chanceOfMean({ ...own, current: shown }, LOW_MEAN, belief),
      runsToSettle: null,
    })
  if (current && previous && exceeds(previous.mean - current.mean, LARGE_DROP)) {
    const isTooFew = Math.min(previous.n, current.n) < MIN_RUNS
    const noise = isTooFew ? null : chanceNothingFell(previous, current, belief)
    flags.push({ kind: 'drop', noise, runsToSettle: null })
  }
  return flags
}

/** Adds to the drops among the flags of a pair how many more runs settle them, which takes about two milliseconds each. */
export function settleFlags(flags: readonly WeeklyFlag[], { previous, current }: WeekPair): WeeklyFlag[] {
  return flags.map((flag) =>
    flag.kind === 'drop' && previous && current
      ? { ...flag, runsToSettle: oddsOf(previous, current, LARGE_DROP).runsToSettle }
      : flag,
  )
}

/** Returns the fall of a mean confidence by more than .05 from one week to the next if its 90 % interval confirms it; else null. */
export function confidenceFallOf(previous: Sample | null, current: Sample | null): ConfirmedFall | null {
  const fall = confirmedFall(previous, current, MIN_RUNS)
  return fall && exceeds(fall.prior - fall.current, LARGE_DROP) ? fall : null
}

type Moved = NonNullable<WeeklyOutcome['moved']>

const OF_TREND = { rising: 'worse', falling: 'better', steady: 'within_noise', unknown: 'unknown' } as const

/** Whether a metric moved beyond noise since an action was recorded. `now` is the same metric of a later week. */
export function actionMoved(then: WeeklyMetric, now: WeeklyMetric): Moved {
  if (then.value === null || now.value === null) return 'unknown'
  if (then.kind === 'failed_runs') {
    if (then.value === now.value) return 'within_noise'
    return OF_TREND[trendOf(toRate(then.value, then.n), toRate(now.value, now.n))]
  }
  const change = compareWeeks(toSample(then.value, then), toSample(now.value, now))
  if (!change || change.isTooFew) return 'unknown'
  const [low, high] = change.interval
  if (low > 0) return 'better'
  return high < 0 ? 'worse' : 'within_noise'
}

const toRate = (share: number, of: number) => ({ n: Math.round(share * of), of })
const toSample = (mean: number, { n, squares }: WeeklyMetric) => ({ n, mean, squares })
