import { LARGE_DROP, LOW_MEAN } from '@/lib/contracts/thresholds'
import type { WeeklyFlag } from '@/lib/contracts/weekly/report'
import { oddsOf } from '@/lib/engine/regression/drop-odds'
import type { Interval } from '@/lib/engine/stats/interval'
import type { Sample } from '@/lib/engine/stats/sample'
import { studentTCdf } from '@/lib/engine/stats/student-t-cdf'
import { studentTQuantile } from '@/lib/engine/stats/student-t-quantile'
import { welch } from '@/lib/engine/stats/welch'
import { atLeast, exceeds } from '@/lib/engine/tolerance'
import { seenDrop } from './change-odds'
import { chanceNothingFell, chanceOfMean, WEEK_BELIEF, type WeekPair } from './week-belief'

export const MIN_RUNS = 3

/** Expected run-to-run standard deviation, which keeps a few equal scores from looking certain. */
const S0 = 0.05

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
 * The change of the mean from one week to the next, with the wider of two judgements: Welch's, and that of the pooled
 * variance of {@link seenDrop}. Null when one week has no scored run.
 */
export function compareWeeks(previous: Sample | null, current: Sample | null): MeanChange | null {
  if (!previous || !current) return null
  const change = current.mean - previous.mean
  const { noise, degrees: pooled } = seenDrop(previous, current, S0)
  const apart = welch(previous, current)
  const judgements = [{ scale: Math.sqrt(noise), degrees: pooled }, ...(apart ? [apart] : [])]
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
 * chance that it is noise by what is believed of the whole page: of a low mean that the true mean is .60 or more, of a drop
 * that nothing fell; null below {@link MIN_RUNS} runs a week.
 */
export function flagWeek({ previous, current }: WeekPair, belief = WEEK_BELIEF): WeeklyFlag[] {
  if (!current) return []
  const flags: WeeklyFlag[] = []
  if (!atLeast(current.mean, LOW_MEAN))
    flags.push({
      kind: 'low',
      noise: current.n < MIN_RUNS ? null : chanceOfMean({ previous, current }, LOW_MEAN, belief),
      runsToSettle: null,
    })
  if (previous && exceeds(previous.mean - current.mean, LARGE_DROP)) {
    const isTooFew = Math.min(previous.n, current.n) < MIN_RUNS
    const noise = isTooFew ? null : chanceNothingFell(previous, current, belief)
    flags.push({ kind: 'drop', noise, runsToSettle: oddsOf(previous, current, LARGE_DROP).runsToSettle })
  }
  return flags
}
