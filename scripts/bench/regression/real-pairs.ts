import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { mean } from '@/lib/engine/stats/descriptive'
import { Refusal } from '../../provision/progress'
import { judgeTrial, type Trial } from './judge-trials'

const USUAL_PLACE = '../shared/data/version-pairs/pairs.jsonl'
const DRAWS = 500

const pair = z.object({ scores_before: z.array(z.number()), scores_after: z.array(z.number()) })
export type Pair = z.infer<typeof pair>

/**
 * Pairs of versions of which every item was scored, one a line of JSON: `scores_before` and `scores_after`, 0 to 1. Null
 * where no file is named and none is in the usual place.
 * @throws Refusal when the named file is not there.
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

/** Trials of `size` runs of each version, every pair in both directions. A pair with fewer items gives none. */
export function pairTrials(pairs: readonly Pair[], size: number, random: () => number): Trial[] {
  return pairs
    .flatMap(({ scores_before, scores_after }) => [
      { prior: scores_before, current: scores_after },
      { prior: scores_after, current: scores_before },
    ])
    .filter(({ prior, current }) => Math.min(prior.length, current.length) >= size)
    .flatMap(({ prior, current }) => {
      const drop = (mean(prior) ?? Number.NaN) - (mean(current) ?? Number.NaN)
      return Array.from({ length: DRAWS }, () =>
        judgeTrial(toRuns(draw(prior, size, random)), toRuns(draw(current, size, random)), drop),
      )
    })
}

const toRuns = (scores: readonly number[]) => scores.map((score) => ({ score }))

/** Some of the values, none twice. */
function draw(values: readonly number[], size: number, random: () => number): number[] {
  const places = new Set<number>()
  while (places.size < size) places.add(Math.floor(random() * values.length))
  return [...places].flatMap((place) => values[place] ?? [])
}
