import { clamp01 } from '@/lib/engine/tolerance'

type Interval = readonly [number, number]

/** Returns a linear map from `domain` to `range`, clamped to the range. An empty domain maps to the middle. */
export function linearScale(domain: Interval, range: Interval): (value: number) => number {
  const [from, to] = domain
  const [start, end] = range
  if (to === from) return () => (start + end) / 2
  return (value) => {
    const share = clamp01((value - from) / (to - from))
    return round(start + share * (end - start))
  }
}

/** Rounds to two decimals: enough for a screen, and the same text on server and browser. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Positions of a value and its interval on an axis, as shares of it. */
export type IntervalMarkModel = { dot: number; from: number; to: number }

/** Returns the positions of a value and its interval on an axis; without an interval those of the value. */
export function markOn([start, end]: Interval, value: number, interval: Interval | null): IntervalMarkModel {
  const at = (number: number) => clamp01((number - start) / (end - start))
  return { dot: at(value), from: at(interval?.[0] ?? value), to: at(interval?.[1] ?? value) }
}
