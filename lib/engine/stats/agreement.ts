import type { Interval } from './descriptive'
import { seededRng } from './random'

const DRAWS = 1000
const SEED = 0xa1fa
const TAIL = 0.025

/**
 * 95 % bootstrap percentile interval of a statistic, with a fixed seed; null if no draw has the statistic. Each draw is as many places, from 0
 * up to `count` - 1, as there are; the array is reused.
 */
function bootstrapInterval(count: number, statistic: (drawn: Int32Array) => number | null): Interval | null {
  const random = seededRng(SEED)
  const places = new Int32Array(count)
  const drawn: number[] = []
  for (let draw = 0; draw < DRAWS; draw++) {
    for (let at = 0; at < count; at++) places[at] = Math.floor(random() * count)
    const value = statistic(places)
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

type Scale = 'ordinal' | 'nominal'

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
  const units = byText(pairable, ({ values }) => values.join())
  const levels = [...new Set(units.flatMap(({ values }) => values))].sort((a, b) => a - b)
  const rankOf = new Map(levels.map((value, rank) => [value, rank]))
  const ranked = units.map(({ values, cluster }) => ({ cluster, ranks: values.map((value) => rankOf.get(value) ?? 0) }))
  // Units of one cluster are drawn together, since they are not independent.
  const together = byText([...Map.groupBy(ranked, ({ cluster }) => cluster).values()], (units) =>
    units.map(({ ranks }) => ranks.join()).join(';'),
  ).map((units) => units.map(({ ranks }) => ranks))
  const alphaOf = (clusters: readonly Unit[][]) => alphaOver(clusters, levels.length, scale)
  const alpha = alphaOf([ranked.map(({ ranks }) => ranks)])(Int32Array.of(0))
  const interval = alpha === null ? null : bootstrapInterval(together.length, alphaOf(together))
  return { alpha, interval, units: units.length }
}

function byText<T>(items: readonly T[], textOf: (item: T) => string): T[] {
  const keyed = items.map((item) => ({ item, text: textOf(item) }))
  return keyed.toSorted((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text))).map(({ item }) => item)
}

/** The ranks of a unit's values, 0 up to the number of levels - 1. */
type Unit = readonly number[]

/**
 * Returns a function that computes alpha over the units of drawn clusters, by their places, in time linear in the units and levels: it runs a
 * thousand times for an interval. The ordinal distance of two values, (sum of the counts from c to k - (n_c + n_k) / 2)², is the squared
 * distance of the middles of their levels, whose mean over all values is 0: all pairs together have 2 n times the sum of their squares.
 */
function alphaOver(clusters: readonly Unit[][], levels: number, scale: Scale): (drawn: Int32Array) => number | null {
  const ranksOf = clusters.map((units) => Uint32Array.from(units.flat()))
  // The others disagree in nothing.
  const differing = clusters.map((units) => units.filter((unit) => unit.some((rank) => rank !== unit[0])))
  const counts = new Float64Array(levels)
  // Of all values in order, where the middle of each level lies, from the middle of all.
  const middles = new Float64Array(levels)
  const ordinal = (one: number, other: number) => ((middles[one] as number) - (middles[other] as number)) ** 2
  const distance = scale === 'nominal' ? (one: number, other: number) => Number(one !== other) : ordinal
  return (drawn) => {
    counts.fill(0)
    let total = 0
    for (let at = 0; at < drawn.length; at++) {
      const ranks = ranksOf[drawn[at] as number] as Uint32Array
      for (let place = 0; place < ranks.length; place++) (counts[ranks[place] as number] as number)++
      total += ranks.length
    }
    let before = -total / 2
    for (let level = 0; level < levels; level++) {
      const count = counts[level] as number
      middles[level] = before + count / 2
      before += count
    }
    let observed = 0
    for (let at = 0; at < drawn.length; at++)
      for (const unit of differing[drawn[at] as number] as Unit[])
        for (const one of unit) for (const other of unit) observed += distance(one, other) / (unit.length - 1)
    const expected =
      scale === 'nominal'
        ? total ** 2 - counts.reduce((sum, count) => sum + count ** 2, 0)
        : 2 * total * counts.reduce((sum, count, level) => sum + count * (middles[level] as number) ** 2, 0)
    return expected > 0 ? 1 - ((total - 1) * observed) / expected : null
  }
}

type Pair = readonly [boolean, boolean]

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
  const kinds = Uint8Array.from(pairs, kindOf).sort()
  const counts = new Int32Array(kindOf([true, true]) + 1)
  return bootstrapInterval(kinds.length, (drawn) => {
    counts.fill(0)
    for (const place of drawn) (counts[kinds[place] as number] as number)++
    return kappaOf(counts)
  })
}
