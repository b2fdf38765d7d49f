import type { WeeklyChange, WeeklyFlag } from '@/lib/contracts/weekly/report'
import { benjaminiHochberg } from '@/lib/engine/stats/benjamini-hochberg'
import { compareWeeks, flagWeek, type MeanChange } from '@/lib/engine/weekly/compare-weeks'
import { type WeekPair, weekBeliefOf } from '@/lib/engine/weekly/week-belief'

/** `p` is 2 where nothing can be compared, so that such pairs come last. */
export type JudgedPair = { change: WeeklyChange; flags: WeeklyFlag[]; p: number }

/** Pairs of weeks, each judged by its own runs and by what all of them teach, and held against each other. */
export function judgePairs(pairs: readonly WeekPair[]): JudgedPair[] {
  const belief = weekBeliefOf(pairs)
  const changes = pairs.map(({ previous, current }) => compareWeeks(previous, current))
  const tested = changes.flatMap((change) => (change && !change.isTooFew ? [change] : []))
  const standsOut = benjaminiHochberg(tested.map(({ p }) => p))
  const beyond = new Set(tested.filter((_, place) => standsOut[place]))
  return pairs.map((pair, place) => {
    const change = changes[place] ?? null
    return {
      change: change && toView(change, beyond.has(change)),
      flags: flagWeek(pair, belief),
      p: change?.p ?? 2,
    }
  })
}

export const toView = ({ change, interval, isTooFew }: MeanChange, beyondNoise: boolean) => ({
  change,
  interval,
  isTooFew,
  beyondNoise,
})

/** How many of these flags are to be expected as noise; null where no chance is known. */
export function expectedNoise(flags: readonly WeeklyFlag[]): number | null {
  const known = flags.flatMap(({ noise }) => (noise === null ? [] : [noise]))
  return known.length > 0 ? known.reduce((sum, noise) => sum + noise, 0) : null
}
