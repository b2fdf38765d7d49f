import { atLeast } from '@/lib/engine/tolerance'

/** By the rule alone. */
export type DropVerdict = 'regression' | 'ok' | 'insufficient_sample' | 'no_baseline'

/**
 * Probability of one side of the threshold from which the verdict is settled. Between .1 and .9 one more run is worth its cost, which is
 * also what "about k more runs" is computed for.
 */
const SETTLED = 0.9

/** The verdict, taking the number of runs into account. */
export type VerdictWord = 'regressed' | 'not_worse' | 'inconclusive' | 'insufficient' | 'no_baseline'

const isAbove = (exceeds: number) => atLeast(exceeds, SETTLED)
const isBelow = (exceeds: number) => atLeast(1 - exceeds, SETTLED)

/** Whether the probability that the drop exceeds the threshold settles it, on either side. */
export function isSettled(exceeds: number): boolean {
  return isAbove(exceeds) || isBelow(exceeds)
}

/**
 * Qualifies the rule's verdict: repeats it if the probability settles it the same way, and is `inconclusive` otherwise. Never the opposite
 * of the rule, and never a replacement for it.
 */
export function wordOf(verdict: DropVerdict, exceeds: number | null): VerdictWord {
  if (verdict === 'no_baseline') return 'no_baseline'
  if (verdict === 'insufficient_sample') return 'insufficient'
  if (exceeds === null) return 'inconclusive'
  if (verdict === 'regression') return isAbove(exceeds) ? 'regressed' : 'inconclusive'
  return isBelow(exceeds) ? 'not_worse' : 'inconclusive'
}
