import type { Interval } from './descriptive'
import { seededRng } from './random'

const DRAWS = 1000
const SEED = 0xa1fa
const TAIL = 0.025

/**
 * 95 % bootstrap percentile interval of a statistic, with a fixed seed; null if no draw has the statistic. `kinds` has the kind of each unit,
 * from 0 up: each draw is how many units of each kind were drawn, of as many as there are; the array is reused.
 */
function bootstrapInterval(kinds: ArrayLike<number>, statistic: (drawn: Int32Array) => number | null): Interval | null {
  const random = seededRng(SEED)
  const count = kinds.length
  const times = new Int32Array(count === 0 ? 0 : (kinds[count - 1] as number) + 1)
  const drawn: number[] = []
  for (let draw = 0; draw < DRAWS; draw++) {
    times.fill(0)
    for (let at = 0; at < count; at++) (times[kinds[Math.floor(random() * count)] as number] as number)++
    const value = statistic(times)
    if (value !== null) drawn.push(value)
  }
  const sorted = drawn.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]
  const [low, high] = [at(TAIL), at(1 - TAIL)]
  return low === undefined || high === undefined ? null : [low, high]
}

/** `units` counts those with two or more values; `alpha` is null when no two values differ, or nothing can be compared. */
interface Agreement {
  alpha: number | null
  /** 95 % bootstrap percentile interval; null without an alpha. */
  interval: Interval | null
  units: number
}

export type Scale = 'ordinal' | 'nominal'

/** Below this number of units the interval of alpha spans half of its range. */
export const ENOUGH_UNITS = 50

/**
 * Krippendorff's alpha, 1 - D_o / D_e, for the values of any number of judges for each unit, with values missing: ordinal, or nominal if
 * their order has no meaning. 1 is perfect agreement, 0 chance level, below 0 systematic disagreement. For two distinct values it equals
 * the nominal alpha. (Krippendorff 2011, "Computing Krippendorff's alpha-reliability".) The bootstrap of the interval resamples units, or
 * clusters of them where `clusters` says to which each belongs.
 */
export function krippendorffAlpha(
  judged: readonly (readonly number[])[],
  scale: Scale = 'ordinal',
  clusters?: readonly string[],
): Agreement {
  const pairable = judged.flatMap((values, place) =>
    values.length > 1
      ? [{ values: values.toSorted((a, b) => a - b), cluster: clusters?.[place] ?? String(place) }]
      : [],
  )
  // Both are sorted, so that the draws do not depend on the order of units and clusters.
  const units = byText(pairable, ({ values }) => values.join()).map(({ item }) => item)
  const levels = [...new Set(units.flatMap(({ values }) => values))].sort((a, b) => a - b)
  const rankOf = new Map(levels.map((value, rank) => [value, rank]))
  const ranked = units.map(({ values, cluster }) => ({ cluster, ranks: values.map((value) => rankOf.get(value) ?? 0) }))
  // Units of one cluster are drawn together, since they are not independent.
  const together = byText([...Map.groupBy(ranked, ({ cluster }) => cluster).values()], (units) =>
    units.map(({ ranks }) => ranks.join()).join(';'),
  )
  let last = -1
  const kinds = together.map(({ text }, at) => (text === together[at - 1]?.text ? last : ++last))
  const distinct = together.filter((_, at) => kinds[at] !== kinds[at - 1])
  const alphaOf = alphaOver(
    distinct.map(({ item }) => item.map(({ ranks }) => ranks)),
    levels.length,
    scale,
  )
  const times = new Int32Array(distinct.length)
  for (const kind of kinds) (times[kind] as number)++
  const alpha = alphaOf(times)
  return { alpha, interval: alpha === null ? null : bootstrapInterval(kinds, alphaOf), units: units.length }
}

function byText<T>(items: readonly T[], textOf: (item: T) => string): { item: T; text: string }[] {
  const keyed = items.map((item) => ({ item, text: textOf(item) }))
  return keyed.toSorted((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
}

/** The ranks of a unit's values in ascending order, 0 up to the number of levels - 1. */
type Unit = readonly number[]

/**
 * Returns a function that computes alpha over clusters of units, by how often each is drawn, in time linear in the values and levels: it runs
 * a thousand times for an interval. The ordinal distance of two values, (sum of the counts from c to k - (n_c + n_k) / 2)², is the squared
 * distance of the middles of their levels, whose mean over all values is 0: all pairs together have 2 n times the sum of their squares.
 */
function alphaOver(clusters: readonly Unit[][], levels: number, scale: Scale): (times: Int32Array) => number | null {
  const units = clusters.flatMap((own, cluster) => own.map((ranks) => ({ cluster, ranks })))
  // One after the other, which a draw reads several times faster than lists of lists.
  const ranks = Uint32Array.from(units.flatMap((unit) => unit.ranks))
  const sizes = Uint32Array.from(units, (unit) => unit.ranks.length)
  const clusterOf = Uint32Array.from(units, ({ cluster }) => cluster)
  const unlike = Float64Array.from(units, (unit) => unlikeIn(unit.ranks))
  const counts = new Float64Array(levels)
  // Of all values in order, where the middle of each level lies, from the middle of all.
  const middles = new Float64Array(levels)
  return (times) => {
    counts.fill(0)
    let [total, from] = [0, 0]
    for (let unit = 0; unit < sizes.length; unit++) {
      const drawn = times[clusterOf[unit] as number] as number
      const end = from + (sizes[unit] as number)
      if (drawn > 0) for (let at = from; at < end; at++) (counts[ranks[at] as number] as number) += drawn
      total += drawn * (end - from)
      from = end
    }
    let [squares, alike, before] = [0, 0, -total / 2]
    for (let level = 0; level < levels; level++) {
      const count = counts[level] as number
      const middle = before + count / 2
      middles[level] = middle
      before += count
      squares += count * middle ** 2
      alike += count ** 2
    }
    let observed = 0
    from = 0
    for (let unit = 0; unit < sizes.length; unit++) {
      const drawn = times[clusterOf[unit] as number] as number
      const end = from + (sizes[unit] as number)
      // The others disagree in nothing.
      if (drawn > 0 && ranks[from] !== ranks[end - 1])
        observed += drawn * (scale === 'nominal' ? (unlike[unit] as number) : apartIn(ranks, from, end, middles))
      from = end
    }
    const expected = scale === 'nominal' ? total ** 2 - alike : 2 * total * squares
    return expected > 0 ? 1 - ((total - 1) * observed) / expected : null
  }
}

/** The ordered pairs of a unit whose values differ, by the number of its values less one. */
function unlikeIn(unit: Unit): number {
  const alike = [...Map.groupBy(unit, (rank) => rank).values()].reduce((sum, same) => sum + same.length ** 2, 0)
  return (unit.length ** 2 - alike) / (unit.length - 1)
}

/** The squared distances of all ordered pairs of a unit, by the number of its values less one: 2 (m Σ x² - (Σ x)²), from its first value. */
function apartIn(ranks: Uint32Array, from: number, end: number, middles: Float64Array): number {
  const first = middles[ranks[from] as number] as number
  let [sum, squares] = [0, 0]
  for (let at = from + 1; at < end; at++) {
    const distance = (middles[ranks[at] as number] as number) - first
    sum += distance
    squares += distance ** 2
  }
  return (2 * ((end - from) * squares - sum ** 2)) / (end - from - 1)
}

/** What two judges said about the same unit. */
export type Pair = readonly [boolean, boolean]

/**
 * Cohen's kappa of two judges with a boolean verdict on the same units: their agreement beyond what chance gives for their shares of yes.
 * Null for no units, and if chance alone would give full agreement.
 */
export function cohenKappa(pairs: readonly Pair[]): number | null {
  const counts = new Int32Array(kindOf([true, true]) + 1)
  for (const pair of pairs) (counts[kindOf(pair)] as number)++
  return kappaOf(counts)
}

/** What two judges said, as a number. */
const kindOf = ([one, other]: Pair) => Number(one) * 2 + Number(other)

/** Takes how many units are of each kind. */
function kappaOf([no = 0, onlyOther = 0, onlyOne = 0, yes = 0]: Int32Array): number | null {
  const n = no + onlyOther + onlyOne + yes
  if (n === 0) return null
  const observed = (no + yes) / n
  const [one, other] = [(onlyOne + yes) / n, (onlyOther + yes) / n]
  const expected = one * other + (1 - one) * (1 - other)
  return expected >= 1 ? null : (observed - expected) / (1 - expected)
}

/** 95 % bootstrap interval of kappa over the units; null without a kappa. */
export function kappaInterval(pairs: readonly Pair[]): Interval | null {
  if (cohenKappa(pairs) === null) return null
  // Sorted, so that the draws do not depend on the order of the units.
  return bootstrapInterval(Uint8Array.from(pairs, kindOf).sort(), kappaOf)
}
