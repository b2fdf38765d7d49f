import { HOUR_MS } from '@/lib/contracts/durations'
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

/** The buckets of a chart, and the time zone whose days they follow. */
export type Buckets = { unit: BucketUnit; count: number; timeZone: string }

/** Returns the axis label of a bucket, with the year if the chart spans more than one. */
export function bucketTick(start: string, { unit, count, timeZone }: Buckets): string {
  if (unit === 'hour') return formatTimeOfDay(start, timeZone)
  const day = dayOfStart(start)
  if (unit === 'week' && count > YEAR_WEEKS) return formatDate(day, timeZone)
  return unit === 'month' ? formatMonth(day, timeZone) : formatDay(day, timeZone)
}

/** Returns the full name of a bucket; in a zone off the full hour with the time, shortly before midnight, from which it counts. */
export function bucketName(start: string, { unit, timeZone }: Pick<Buckets, 'unit' | 'timeZone'>): string {
  if (unit === 'hour') return formatDateTime(start, timeZone)
  const day = dayOfStart(start)
  const isEarly = formatDay(start, timeZone) !== formatDay(day, timeZone)
  const from = isEarly ? `, from ${formatTimeOfDay(start, timeZone)} the day before` : ''
  if (unit === 'month') return `${formatMonth(day, timeZone)}${from}`
  return `${unit === 'day' ? formatDay(day, timeZone) : `Week of ${formatDate(day, timeZone)}`}${from}`
}

/** Runs are counted by whole hours of UTC: a bucket begins with the hour that contains its midnight. */
const dayOfStart = (start: string) => new Date(Date.parse(start) + HOUR_MS - 1).toISOString()

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

/** Returns what those levels begin at, which a score beside them is not rounded across. */
export const levelValues = (profile: Profile): number[] => levels[profile].map(({ value }) => value)

/** Returns the score, in [0, 1], from which a profile calls a run good. */
export function goodFrom(profile: Profile): number {
  return levels[profile][0].value
}

function level(word: string, value: number): TrendLevel {
  return { value, label: `${word} ${formatLimit(value)}` }
}
