import type { Interval } from './descriptive'
import { seededRng } from './random'

const DRAWS = 1000
const SEED = 0xa1fa
const TAIL = 0.025

/**
 * 95 % bootstrap percentile interval of a statistic, with a fixed seed; null if no draw has the statistic. Units of one cluster are drawn
 * together, since they are not independent. The draws depend on the order of the clusters.
 */
function bootstrapInterval<T>(
  clusters: readonly (readonly T[])[],
  statistic: (units: readonly T[]) => number | null,
): Interval | null {
  const random = seededRng(SEED)
  const drawOne = () => clusters[Math.floor(random() * clusters.length)] ?? []
  const draw = () => statistic(Array.from(clusters, drawOne).flat())
  const drawn = Array.from({ length: DRAWS }, draw).filter((value) => value !== null)
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
  const ranked = units.map(({ values, cluster }) => ({ cluster, ranks: values.map((value) => levels.indexOf(value)) }))
  const of = (drawn: readonly (typeof ranked)[number][]) =>
    alphaOf(
      drawn.map(({ ranks }) => ranks),
      levels.length,
      scale,
    )
  const alpha = of(ranked)
  const together = byText([...Map.groupBy(ranked, ({ cluster }) => cluster).values()], (units) =>
    units.map(({ ranks }) => ranks.join()).join(';'),
  )
  return { alpha, interval: alpha === null ? null : bootstrapInterval(together, of), units: units.length }
}

function byText<T>(items: readonly T[], textOf: (item: T) => string): T[] {
  const keyed = items.map((item) => ({ item, text: textOf(item) }))
  return keyed.toSorted((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text))).map(({ item }) => item)
}

/** Takes units as ranks of their values, 0 up to `levels` - 1. */
function alphaOf(units: readonly (readonly number[])[], levels: number, scale: Scale): number | null {
  const counts = new Float64Array(levels)
  for (const unit of units) for (const rank of unit) counts[rank] = (counts[rank] ?? 0) + 1
  const total = counts.reduce((sum, count) => sum + count, 0)
  const distance = scale === 'nominal' ? nominalDistance : ordinalDistance(counts)
  let observed = 0
  for (const unit of units)
    for (const one of unit) for (const other of unit) observed += distance(one, other) / (unit.length - 1)
  let expected = 0
  for (let one = 0; one < levels; one++)
    for (let other = 0; other < levels; other++)
      expected += (counts[one] ?? 0) * (counts[other] ?? 0) * distance(one, other)
  return expected > 0 ? 1 - ((total - 1) * observed) / expected : null
}

/** (sum of the counts from c to k - (n_c + n_k) / 2)² */
function ordinalDistance(counts: Float64Array): (one: number, other: number) => number {
  const before = [0]
  for (const [rank, count] of counts.entries()) before.push((before[rank] ?? 0) + count)
  return (one, other) => {
    const [low, high] = one < other ? [one, other] : [other, one]
    const between = (before[high + 1] ?? 0) - (before[low] ?? 0)
    return (between - ((counts[low] ?? 0) + (counts[high] ?? 0)) / 2) ** 2
  }
}

const nominalDistance = (one: number, other: number) => (one === other ? 0 : 1)

type Pair = readonly [boolean, boolean]

/**
 * Cohen's kappa of two judges with a boolean verdict on the same units: their agreement beyond what chance gives for their shares of yes.
 * Null for no units, and if chance alone would give full agreement.
 */
export function cohenKappa(pairs: readonly Pair[]): number | null {
  const n = pairs.length
  if (n === 0) return null
  const count = (wanted: (pair: Pair) => boolean) => pairs.filter(wanted).length / n
  const observed = count(([one, other]) => one === other)
  const [one, other] = [count(([yes]) => yes), count(([, yes]) => yes)]
  const expected = one * other + (1 - one) * (1 - other)
  return expected >= 1 ? null : (observed - expected) / (1 - expected)
}

/** 95 % bootstrap interval of kappa over the units; null without a kappa. */
export function kappaInterval(pairs: readonly Pair[]): Interval | null {
  if (cohenKappa(pairs) === null) return null
  // Sorted, so that the draws do not depend on the order of the units.
  const units = pairs.toSorted((a, b) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]))
  return bootstrapInterval(
    units.map((unit) => [unit]),
    cohenKappa,
  )
}
