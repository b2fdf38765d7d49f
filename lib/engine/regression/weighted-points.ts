/** A distribution made of narrow parts: where each lies, its weight, and its own variance. The weights sum to 1. */
export interface WeightedPoints {
  at: readonly number[]
  weights: readonly number[]
  variances: readonly number[]
}

/** A value that is certain. */
export const certain = (value: number): WeightedPoints => ({ at: [value], weights: [1], variances: [0] })

/** What weighs less than this of all is left out. */
const NEGLIGIBLE = 1e-9

/**
 * The same distribution in at most `bins` parts: values whose `key` falls into one of so many equal bins become one part
 * with their weighted mean and variance, so that both are kept. `weights` may have any sum; those returned sum to 1.
 */
export function gather(
  at: readonly number[],
  weights: readonly number[],
  bins: number,
  key: (value: number) => number = (value) => value,
): WeightedPoints {
  let total = 0
  for (const weight of weights) total += weight
  const least = NEGLIGIBLE * total
  const keys = at.map(key)
  let [from, to] = [Infinity, -Infinity]
  for (const [place, own] of keys.entries()) {
    if ((weights[place] ?? 0) <= least) continue
    from = Math.min(from, own)
    to = Math.max(to, own)
  }
  const perKey = to > from ? bins / (to - from) : 0
  const sums = Array.from({ length: bins }, () => ({ weight: 0, first: 0, second: 0 }))
  for (const [place, value] of at.entries()) {
    const weight = weights[place] ?? 0
    const bin = sums[Math.min(bins - 1, Math.floor(((keys[place] ?? 0) - from) * perKey))]
    if (weight <= least || !bin) continue
    bin.weight += weight
    bin.first += weight * value
    bin.second += weight * value ** 2
  }
  const full = sums.filter(({ weight }) => weight > 0)
  const kept = full.reduce((sum, { weight }) => sum + weight, 0)
  return {
    at: full.map(({ weight, first }) => first / weight),
    weights: full.map(({ weight }) => weight / kept),
    variances: full.map(({ weight, first, second }) => Math.max(0, second / weight - (first / weight) ** 2)),
  }
}
