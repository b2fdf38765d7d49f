import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { shareScenarios } from '@/lib/engine/regression/pairing'
import { countScenarios } from '@/lib/engine/regression/scenario-pairs'
import { mean } from '@/lib/engine/stats/descriptive'
import { Refusal } from '../../provision/progress'
import { judgeTrial, type Trial } from './judge-trials'

const USUAL_PLACE = '../shared/data/version-pairs/pairs.jsonl'
const DRAWS = 500

const pair = z.object({ scores_before: z.array(z.number()), scores_after: z.array(z.number()) })
export type Pair = z.infer<typeof pair>

/**
 * Reads pairs of versions that were scored on the same items, one per line of JSON: `scores_before` and `scores_after`, 0 to 1. Null if no
 * file is named and the default one does not exist.
 * @throws Refusal if the named file is missing
 */
export function readPairs(named?: string): Pair[] | null {
  const file = named ?? USUAL_PLACE
  if (!existsSync(file)) {
    if (named !== undefined) throw new Refusal(`There is no file ${named}.`)
    return null
  }
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => pair.parse(JSON.parse(line)))
}

/**
 * Trials of `size` runs of each version, every pair in both directions: on the same items of both, or on any. A pair with fewer items is
 * skipped.
 */
export function pairTrials(
  pairs: readonly Pair[],
  size: number,
  random: () => number,
  { sameItems }: { sameItems: boolean },
): Trial[] {
  return pairs
    .flatMap(({ scores_before, scores_after }) => [
      { prior: scores_before, current: scores_after },
      { prior: scores_after, current: scores_before },
    ])
    .filter(({ prior, current }) => Math.min(prior.length, current.length) >= size)
    .flatMap(({ prior, current }) => {
      const drop = (mean(prior) ?? Number.NaN) - (mean(current) ?? Number.NaN)
      return Array.from({ length: DRAWS }, () => {
        const items = draw(prior.length, size, random)
        const before = runsOf(prior, items)
        const after = runsOf(current, sameItems ? items : draw(current.length, size, random))
        if (!sameItems) return judgeTrial(before, after, drop)
        const shared = shareScenarios([size, countScenarios(before)], [size, countScenarios(after)])
        return judgeTrial(before, after, drop, { shared })
      })
    })
}

const runsOf = (scores: readonly number[], items: readonly number[]) =>
  items.map((item) => ({ score: scores[item] ?? Number.NaN, scenario: String(item) }))

/** Draws `size` of `count` indexes without repetition. */
function draw(count: number, size: number, random: () => number): number[] {
  const places = new Set<number>()
  while (places.size < size) places.add(Math.floor(random() * count))
  return [...places]
}
