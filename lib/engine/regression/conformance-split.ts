import { type Sample, sampleOfSums } from '@/lib/engine/stats/sample'
import { atLeast, EPSILON } from '@/lib/engine/tolerance'

/** The runs of a version taken into the yes-or-no part of their score and the rest: score = weight·kept + rest. */
export interface ConformanceSplit {
  /** What a kept contract adds to a score, above 0 and up to 1. */
  weight: number
  /** How many runs kept their contract, of `rest.n`. */
  kept: number
  /** The scores without that part, 0 to 1 - weight. */
  rest: Sample
}

/** Runs summed: how many, their scores, the squares of these, and of the runs that kept their contract how many and their scores. */
export interface ConformanceSums {
  n: number
  sum: number
  squares: number
  kept: number
  keptSum: number
}

/** Takes the sums of scores apart; null without a run, or where conformance weighs nothing. */
export function splitSums(
  { n, sum, squares, kept, keptSum }: ConformanceSums,
  weight: number,
): ConformanceSplit | null {
  if (!(weight > 0)) return null
  // A kept run's rest is its score less the weight, so the squares follow from the sums.
  const rest = sampleOfSums(n, sum - weight * kept, squares - 2 * weight * keptSum + kept * weight ** 2)
  return rest && { weight, kept, rest }
}

type Run = { score: number; conformance?: boolean | null }

/** The same of single runs; null where conformance is not known of each, or a score cannot have been made with this weight. */
export function splitRuns(runs: readonly Run[], weight: number): ConformanceSplit | null {
  if (!runs.every((run) => fits(run, weight))) return null
  const sums = { n: 0, sum: 0, squares: 0, kept: 0, keptSum: 0 }
  for (const { score, conformance } of runs) {
    sums.n += 1
    sums.sum += score
    sums.squares += score ** 2
    if (conformance) sums.kept += 1
    if (conformance) sums.keptSum += score
  }
  return splitSums(sums, weight)
}

function fits({ score, conformance }: Run, weight: number): boolean {
  if (typeof conformance !== 'boolean') return false
  return conformance ? atLeast(score, weight) : atLeast(1 - weight, score)
}

/** A sample of which every score is 0 or 1, taken apart as nothing but a yes or no; null for any other. */
export function passOrFail({ n, mean, squares }: Sample): ConformanceSplit | null {
  const sum = n * mean
  // x² = x for 0 and 1 alone, and less in between.
  if (Math.abs(sum - (squares + n * mean ** 2)) > EPSILON * n) return null
  return { weight: 1, kept: Math.round(sum), rest: { n, mean: 0, squares: 0 } }
}
