import type { BucketUnit } from '@/lib/contracts/overview'
import type { Profile } from '@/lib/contracts/primitives'
import { ACCEPT_THRESHOLD, KEEP_BEST_THRESHOLD } from '@/lib/contracts/thresholds'
import { gradeFrom } from '@/lib/engine/quality-check/score-performance'
import { bandFrom } from '@/lib/engine/trace/band'
import { formatDate, formatDateTime, formatDay, formatMonth, formatTimeOfDay } from '../format/date'
import { formatLimit } from '../format/number'

/** One bucket of a trend: a number in [0, 1] with its interval, and the runs behind it. */
export type TrendPoint = {
  start: string
  /** The label on the axis. */
  tick: string
  /** The full name of the bucket. */
  name: string
  /** Null without data: a gap, not a zero. */
  value: number | null
  band: [number, number] | null
  valueText: string
  bandText: string
  countText: string
  runs: number
  href: string
}

/** How a figure changed. */
export type FigureChange = {
  /** Signed, formatted: "+0.04". */
  text: string
  direction: 'up' | 'down' | 'flat'
  /** Whether the change is an improvement; neutral if neither. */
  meaning: 'better' | 'worse' | 'neutral'
  /** What it is compared with: "the 7 days before". */
  against: string
  /** Of the change: "−0.24 to −0.10". */
  interval?: string | null
}

/** A labelled moment on the time axis. */
export type TrendMark = { start: string; label: string; title: string }

export type TrendLevel = { value: number; label: string }

export type { BucketUnit }

const YEAR_WEEKS = 52

/** Returns the axis label of one of `count` buckets, with the year if they span more than one; buckets begin in UTC. */
export function bucketTick(start: string, unit: BucketUnit, count: number): string {
  if (unit === 'hour') return formatTimeOfDay(start)
  if (unit === 'week' && count > YEAR_WEEKS) return formatDate(start)
  return unit === 'month' ? formatMonth(start) : formatDay(start)
}

/** Returns the full name of a bucket, with the time zone in which it begins. */
export function bucketName(start: string, unit: BucketUnit): string {
  if (unit === 'hour') return formatDateTime(start)
  if (unit === 'month') return `${formatMonth(start)} UTC`
  return unit === 'day' ? `${formatDay(start)} UTC` : `Week of ${formatDate(start)} UTC`
}

/** The data of a chart as a table, as an accessible alternative to the drawing. */
export type ChartTable = {
  columns: { label: string; numeric?: boolean }[]
  rows: { key: string; cells: string[]; href?: string }[]
}

const levels: Record<Profile, readonly [TrendLevel, TrendLevel]> = {
  gaff: [level('good', gradeFrom('good')), level('failed', gradeFrom('poor'))],
  stratt: [level('good', bandFrom('good')), level('poor', bandFrom('review'))],
  confidence: [level('accept', ACCEPT_THRESHOLD), level('keep best', KEEP_BEST_THRESHOLD)],
}

/** Returns the two named levels of a profile's score: the one to reach, and the one not to fall below. */
export function qualityLevels(profile: Profile): readonly TrendLevel[] {
  return levels[profile]
}

/** Returns the score from which a profile calls a run good. */
export function goodFrom(profile: Profile): number {
  return levels[profile][0].value
}

function level(word: string, value: number): TrendLevel {
  return { value, label: `${word} ${formatLimit(value)}` }
}
