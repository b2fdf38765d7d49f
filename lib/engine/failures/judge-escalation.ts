import { incompleteBeta } from '../stats/distributions'

/** Days before the last one that a group is held against, and how many of them it must have been known. */
export const REFERENCE_DAYS = 14
export const MIN_REFERENCE_DAYS = 7
/** Fewer failures in a day are never called an escalation. */
export const MIN_FAILURES = 5
/** How often a group that goes on as before may be called escalating: once in a thousand days. */
const LEVEL = 0.001

interface EscalationInput {
  /** Failures of the last 24 hours. */
  count: number
  /** Failures of each day before them on which the group was known. */
  former: readonly number[]
}

export interface Escalation {
  state: 'escalating' | 'usual' | 'too_few'
  /** Failures of a day as of late; null where too few days are known. */
  expected: number | null
  /** The most failures that a day like those before may bring; more are an escalation. */
  bound: number | null
  days: number
}

/**
 * Whether a group strikes more often than the days before let expect. The count of a day like them is negative binomial with mean
 * m = (sum + 1/2) / n and variance phi m (1 + 1/n), where phi = max(1, s² / mean) is how much the former days vary beyond chance and
 * 1 + 1/n what n days leave unknown of the mean; the bound is its 99.9 % quantile. That is the upper bound by which outbreaks are
 * detected (Farrington, Andrews, Beale, Catchpole 1996; Noufaily et al. 2013), without season or trend. Fewer than
 * {@link MIN_REFERENCE_DAYS} days say nothing, and less than {@link MIN_FAILURES} failures are none.
 */
export function judgeEscalation({ count, former }: EscalationInput): Escalation {
  const days = former.length
  if (days < MIN_REFERENCE_DAYS) return { state: 'too_few', expected: null, bound: null, days }
  const sum = former.reduce((total, one) => total + one, 0)
  const mean = sum / days
  const squares = former.reduce((total, one) => total + (one - mean) ** 2, 0)
  const dispersion = mean === 0 ? 1 : Math.max(1, squares / (days - 1) / mean)
  const expected = (sum + 0.5) / days
  const bound = Math.max(upperBound(expected, dispersion * expected * (1 + 1 / days)), MIN_FAILURES - 1)
  return { state: count > bound ? 'escalating' : 'usual', expected: mean, bound, days }
}

/** The smallest whole number that a negative binomial count exceeds with a chance of at most {@link LEVEL}. */
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
