import type { WeeklyUnit } from '@/lib/contracts/weekly/compared'
import type { FailureLife } from '@/lib/contracts/weekly/report'
import { wilsonInterval } from '../stats/intervals'

/** `n` events in `of` runs. */
interface Rate {
  n: number
  of: number
}

/**
 * Whether a rate rose or fell beyond noise. Without a change, this week's share of the events of both weeks is binomial with this week's
 * share of the runs: the rate moved when the 95 % Wilson interval excludes that share.
 */
export function trendOf(previous: Rate, current: Rate): WeeklyUnit['trend'] {
  const events = previous.n + current.n
  const runs = previous.of + current.of
  if (previous.of <= 0 || current.of <= 0 || events <= 0) return 'unknown'
  const [low, high] = wilsonInterval(current.n, events)
  const expected = current.of / runs
  if (low > expected) return 'rising'
  return high < expected ? 'falling' : 'steady'
}

/**
 * Returns the trend of a group of failures: back after it was resolved, also if that happened in its first week, first seen this week, back
 * after a week without, more or fewer than the runs explain, gone, or steady. Null if it occurred in neither week.
 */
export function failureTrend(
  previous: Rate,
  current: Rate,
  { isFirstSeen, isRegressed }: { isFirstSeen: boolean; isRegressed: boolean },
): FailureLife | null {
  if (current.n <= 0) return previous.n > 0 ? 'gone' : null
  if (isRegressed) return 'returned'
  if (isFirstSeen) return 'new'
  if (previous.n <= 0) return 'returned'
  const trend = trendOf(previous, current)
  return trend === 'unknown' ? 'steady' : trend
}
