import type { Interval } from './descriptive'
import { seededRng } from './random'

/** `units` counts those with two or more values; `alpha` is null when no two values differ, or nothing can be compared. */
export interface Agreement {
  alpha: number | null
  /** 95 % bootstrap percentile interval; null without an alpha. */
  interval: Interval | null
  units: number
}

type Scale = 'ordinal' | 'nominal'

/** Below this number of units the interval of alpha spans half of its range. */
export const ENOUGH_UNITS = 50

const DRAWS = 1000
const SEED = 0xa1fa
const TAIL = 0.025

/**
 * Krippendorff's alpha, 1 - D_o / D_e, for the values of any number of judges for each unit, with values missing: ordinal, or nominal if
 * their order has no meaning. 1 is perfect agreement, 0 chance level, below 0 systematic disagreement. For two distinct values it equals
 * the nominal alpha. (Krippendorff 2011, "Computing Krippendorff's alpha-reliability".) The bootstrap of the interval resamples units with
 * a fixed seed.
 */
export function krippendorffAlpha(judged: readonly (readonly number[])[], scale: Scale = 'ordinal'): Agreement {
  const pairable = judged.filter((values) => values.length > 1).map((values) => values.toSorted((a, b) => a - b))
  // Sorted, so that the draws do not depend on the order of the units.
  const units = pairable.toSorted((a, b) => (a.join() < b.join() ? -1 : 1))
  const levels = [...new Set(units.flat())].sort((a, b) => a - b)
  const ranked = units.map((values) => values.map((value) => levels.indexOf(value)))
  const alpha = alphaOf(ranked, levels.length, scale)
  return { alpha, interval: alpha === null ? null : intervalOf(ranked, levels.length, scale), units: units.length }
}

function intervalOf(units: readonly (readonly number[])[], levels: number, scale: Scale): Interval | null {
  const random = seededRng(SEED)
  const draw = () =>
    alphaOf(
      Array.from(units, () => units[Math.floor(random() * units.length)] ?? []),
      levels,
      scale,
    )
  const drawn = Array.from({ length: DRAWS }, draw).filter((alpha) => alpha !== null)
  const sorted = drawn.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]
  const [low, high] = [at(TAIL), at(1 - TAIL)]
  return low === undefined || high === undefined ? null : [low, high]
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
