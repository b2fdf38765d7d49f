import type { BucketUnit } from '@/lib/contracts/overview'
import { formatDate, formatDateTime, formatDay, formatMonth, formatTimeOfDay } from '../format/date'

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

export type { BucketUnit }

/** What stands under a bucket on an axis; buckets begin in UTC. */
export function bucketTick(start: string, unit: BucketUnit): string {
  if (unit === 'hour') return formatTimeOfDay(start)
  return unit === 'month' ? formatMonth(start) : formatDay(start)
}

/** The bucket named in full. */
export function bucketName(start: string, unit: BucketUnit): string {
  if (unit === 'hour') return formatDateTime(start)
  if (unit === 'month') return formatMonth(start)
  return unit === 'day' ? formatDay(start) : `Week of ${formatDate(start)}`
}

/** What a chart shows, as a table: the same numbers for whoever cannot or would rather not see the drawing. */
export type ChartTable = {
  columns: { label: string; numeric?: boolean }[]
  rows: { key: string; cells: string[]; href?: string }[]
}
