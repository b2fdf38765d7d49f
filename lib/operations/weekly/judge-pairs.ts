import type { WeeklyChange, WeeklyFlag } from '@/lib/contracts/weekly/compared'
import { benjaminiHochberg } from '@/lib/engine/stats/intervals'
import { intervalOf, raiseFlags, type TestedChange, testChange } from '@/lib/engine/weekly/compare-weeks'
import { chanceNothingMoved, type WeekPair, weekPriorOf } from '@/lib/engine/weekly/week-prior'

/** `level`: the pair whose mean is checked, if different from the compared weeks. */
type Pair = WeekPair & { level?: WeekPair }
export type JudgedChange = TestedChange & { beyondNoise: boolean }
/** `p` is 2 if nothing can be compared, so that such pairs sort last. */
type JudgedPair = { change: JudgedChange | null; flags: WeeklyFlag[]; p: number }

/** Judges pairs of weeks, without what would settle their flags, each by its own runs with a prior learned from all pairs, and corrects for testing many of them. */
export function judgePairs(pairs: readonly Pair[]): JudgedPair[] {
  const steps = judgeEach(pairs)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** {@link judgePairs} in steps, for many thousand pairs. */
export function* judgeEach(pairs: readonly Pair[]): Generator<undefined, JudgedPair[]> {
  const belief = weekPriorOf(pairs)
  const changes: (TestedChange | null)[] = []
  for (const { previous, current } of pairs) {
    yield
    changes.push(testChange(previous, current))
  }
  const tested = changes.flatMap((change) => (change && !change.isTooFew ? [change] : []))
  const standsOut = benjaminiHochberg(tested.map(({ p }) => p))
  const beyond = new Set(tested.filter((_, place) => standsOut[place]))
  const judged: JudgedPair[] = []
  for (const [place, pair] of pairs.entries()) {
    yield
    const change = changes[place] ?? null
    judged.push({
      change: change && { ...change, beyondNoise: beyond.has(change) && isMoved(pair, belief) },
      flags: raiseFlags(pair, belief, pair.level),
      p: change?.p ?? 2,
    })
  }
  return judged
}

/** A move that may be none with more than this probability is not called beyond noise: what a flag says of it would contradict that. */
const MAX_NOISE = 0.1

/** Whether the probability that the mean of a pair did not move as seen is small. */
export function isMoved({ previous, current }: WeekPair, belief: ReturnType<typeof weekPriorOf>): boolean {
  return previous !== null && current !== null && chanceNothingMoved(previous, current, belief) <= MAX_NOISE
}

/** Returns the view of a change, with its interval. */
export function toChangeView(judged: JudgedChange): NonNullable<WeeklyChange> {
  const { change, isTooFew, beyondNoise } = judged
  return { change, interval: intervalOf(judged), isTooFew, beyondNoise }
}
