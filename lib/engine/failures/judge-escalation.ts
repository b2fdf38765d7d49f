import { sumOf } from '../stats/descriptive'
import { incompleteBeta } from '../stats/distributions'

/** Number of days before the last one that a group is compared with, and how many of them it must have been known. */
export const REFERENCE_DAYS = 14
export const MIN_REFERENCE_DAYS = 7
/** Fewer failures than this in a day are never an escalation. */
const MIN_FAILURES = 5
/** False alarm rate: how often an unchanged group may be called escalating, once in a thousand days. */
const LEVEL = 0.001

interface EscalationInput {
  /** Failures of the last 24 hours. */
  count: number
  /** Failures of each earlier day on which the group was known. */
  former: readonly number[]
}

export interface Escalation {
  state: 'escalating' | 'usual' | 'too_few'
  /** Recent mean of failures a day; null when too few days are known. */
  expected: number | null
  /** The most failures consistent with the earlier days; more are an escalation. */
  bound: number | null
  days: number
}

/**
 * Whether a group fails more often than the days before suggest. The count of a day like them is negative binomial with mean m = (sum +
 * 1/2) / n and variance phi m (1 + 1/n), where phi = max(1, s² / mean) is the overdispersion of the earlier days and 1 + 1/n the
 * uncertainty of a mean over n days; the bound is its 99.9 % quantile. This is the upper bound of outbreak detection (Farrington, Andrews,
 * Beale, Catchpole 1996; Noufaily et al. 2013), without season or trend. Fewer than {@link MIN_REFERENCE_DAYS} days give no result, and
 * less than {@link MIN_FAILURES} failures are never an escalation.
 */
export function judgeEscalation({ count, former }: EscalationInput): Escalation {
  const days = former.length
  if (days < MIN_REFERENCE_DAYS) return { state: 'too_few', expected: null, bound: null, days }
  const sum = sumOf(former)
  const mean = sum / days
  const squares = former.reduce((total, one) => total + (one - mean) ** 2, 0)
  const dispersion = mean === 0 ? 1 : Math.max(1, squares / (days - 1) / mean)
  const expected = (sum + 0.5) / days
  const bound = Math.max(upperBound(expected, dispersion * expected * (1 + 1 / days)), MIN_FAILURES - 1)
  return { state: count > bound ? 'escalating' : 'usual', expected: mean, bound, days }
}

/** The smallest whole number that a negative binomial count exceeds with a probability of at most {@link LEVEL}. */
function upperBound(mean: number, variance: number): number {
  const shape = mean ** 2 / (variance - mean)
  const share = 1 - mean / variance
  const exceeds = (bound: number) => incompleteBeta(share, bound + 1, shape)
  let [low, high] = [-1, 1]
  while (exceeds(high) > LEVEL) [low, high] = [high, high * 2]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (exceeds(middle) > LEVEL) low = middle
    else high = middle
  }
  return high
}
