/** One stretch of time in a trend: a number in [0, 1] with its interval, and the runs behind it. */
export type TrendPoint = {
  start: string
  /** What stands under it on the axis. */
  tick: string
  /** The stretch named in full. */
  name: string
  /** Null where there was nothing to take it from: a gap, not a zero. */
  value: number | null
  band: [number, number] | null
  valueText: string
  bandText: string
  countText: string
  runs: number
  href: string
}

/** A moment worth naming on the time axis. */
export type TrendMark = { start: string; label: string; title: string }

/** A labelled level on the value axis. */
export type TrendLevel = { value: number; label: string }
