import type { WeeklyFlag } from '@/lib/contracts/weekly/report'
import { DROP_PRIOR, dropPosterior } from '@/lib/engine/regression/drop-posterior'
import { judgeDrop } from '@/lib/engine/regression/judge-drop'
import type { Interval } from '@/lib/engine/stats/interval'
import type { Sample } from '@/lib/engine/stats/sample'
import { studentTCdf } from '@/lib/engine/stats/student-t-cdf'
import { studentTQuantile } from '@/lib/engine/stats/student-t-quantile'
import { welch } from '@/lib/engine/stats/welch'
import { atLeast, exceeds } from '@/lib/engine/tolerance'

export const LOW_MEAN = 0.6
export const LARGE_DROP = 0.05
export const MIN_RUNS = 3

// So wide that it pulls the difference towards nothing by less than is shown.
const NO_SHRINKAGE = { ...DROP_PRIOR, tau: 1e6 }

export interface MeanChange {
  /** current mean - previous mean; positive is better. */
  change: number
  /** 90 % of the true change. */
  interval: Interval
  /** Two-sided chance of a change this large where nothing changed. */
  p: number
  isTooFew: boolean
}

/**
 * The change of the mean from one week to the next, with the wider of two judgements: Welch's, and the pooled variance of
 * {@link dropPosterior} without shrinkage, which keeps a few equal scores from looking certain. Null when one week has no
 * scored run.
 */
export function compareWeeks(previous: Sample | null, current: Sample | null): MeanChange | null {
  if (!previous || !current) return null
  const change = current.mean - previous.mean
  const judgements = [dropPosterior(previous, current, NO_SHRINKAGE), welch(previous, current)].filter(
    (t) => t !== null,
  )
  const halves = judgements.map(({ scale, degrees }) => studentTQuantile(0.95, degrees) * scale)
  const half = Math.max(...halves)
  return {
    change,
    interval: [change - half, change + half],
    p: Math.max(...judgements.map(({ scale, degrees }) => 2 * (1 - studentTCdf(Math.abs(change / scale), degrees)))),
    isTooFew: Math.min(previous.n, current.n) < MIN_RUNS,
  }
}

/**
 * The flags of a unit or chain: mean < .60, and drop > .05 against the week before, exact ties raise none. Each carries the
 * chance that it is noise: of a low mean P(true mean >= .60), of a drop P(nothing fell) by the same belief as a gate's;
 * null below {@link MIN_RUNS} runs a week.
 */
export function flagWeek(previous: Sample | null, current: Sample | null): WeeklyFlag[] {
  if (!current) return []
  const flags: WeeklyFlag[] = []
  if (!atLeast(current.mean, LOW_MEAN))
    flags.push({ kind: 'low', noise: current.n < MIN_RUNS ? null : chanceOfMean(current), runsToSettle: null })
  const { delta, odds } = judgeDrop(previous, current, { threshold: LARGE_DROP, minLiveRuns: MIN_RUNS })
  if (previous && delta !== null && odds && exceeds(delta, LARGE_DROP)) {
    const isTooFew = Math.min(previous.n, current.n) < MIN_RUNS
    flags.push({ kind: 'drop', noise: isTooFew ? null : 1 - odds.drop, runsToSettle: odds.runsToSettle })
  }
  return flags
}

/** P(true mean >= .60), with the run variance (nu0·s0² + SS) / (nu0 + n - 1) and a flat prior of the mean. */
function chanceOfMean({ n, mean, squares }: Sample): number {
  const { nu0, s0 } = DROP_PRIOR
  const degrees = nu0 + n - 1
  const scale = Math.sqrt((nu0 * s0 ** 2 + squares) / degrees / n)
  return 1 - studentTCdf((LOW_MEAN - mean) / scale, degrees)
}
