import { DAY_MS, WEEK_MS } from '@/lib/contracts/durations'

const PATTERN = /^(\d{4})-W(\d{2})$/

/** Returns the ISO week (ISO 8601: it begins on Monday, week 1 contains 4 January) of a calendar day, given as UTC midnight. */
function weekOfDay(dayMs: number): string {
  const weekday = (new Date(dayMs).getUTCDay() + 6) % 7
  const thursday = dayMs + (3 - weekday) * DAY_MS
  const year = new Date(thursday).getUTCFullYear()
  const number = Math.floor((thursday - Date.UTC(year, 0, 1)) / WEEK_MS) + 1
  return `${String(year).padStart(4, '0')}-W${String(number).padStart(2, '0')}`
}

/**
 * Returns the Monday of a week as UTC midnight.
 * @throws {RangeError} for a text that is not a week, like 2021-W53.
 */
function mondayMs(week: string): number {
  const [, year, number] = PATTERN.exec(week) ?? []
  const january4 = Date.UTC(Number(year), 0, 4)
  const firstMonday = january4 - ((new Date(january4).getUTCDay() + 6) % 7) * DAY_MS
  const monday = firstMonday + (Number(number) - 1) * WEEK_MS
  if (Number.isNaN(monday) || weekOfDay(monday) !== week) throw new RangeError(`${week} is not an ISO week`)
  return monday
}

/** Whether the text names an existing week: 2020-W53 does, 2021-W53 does not. */
export function isWeek(week: string): boolean {
  try {
    return mondayMs(week) >= 0
  } catch {
    return false
  }
}

/** Returns the ISO week of a moment in a time zone, like 2026-W47. */
export function weekAt(timeMs: number, timeZone: string): string {
  return weekOfDay(Math.floor((timeMs + offsetMs(timeMs, timeZone)) / DAY_MS) * DAY_MS)
}

/** Returns the week `by` weeks later; earlier for a negative number. */
export function shiftWeek(week: string, by: number): string {
  return weekOfDay(mondayMs(week) + by * WEEK_MS)
}

/** Returns the Monday of the week as YYYY-MM-DD. */
export function mondayOf(week: string): string {
  return new Date(mondayMs(week)).toISOString().slice(0, 10)
}

/** Returns the first instant of the week and of the next, in ms since the epoch: 168 hours apart, 167 or 169 when the clocks change. */
export function weekSpan(week: string, timeZone: string): { fromMs: number; toMs: number } {
  const monday = mondayMs(week)
  return { fromMs: startOfDay(monday, timeZone), toMs: startOfDay(monday + WEEK_MS, timeZone) }
}

/** Returns the calendar day of a moment in a time zone, YYYY-MM-DD. */
export function isoDay(timeMs: number, timeZone: string): string {
  return new Date(timeMs + offsetMs(timeMs, timeZone)).toISOString().slice(0, 10)
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(timeZone, made)
  return made
}

/** Returns the offset of a time zone from UTC at a moment, in ms; whole seconds. */
function offsetMs(timeMs: number, timeZone: string): number {
  const whole = Math.floor(timeMs / 1000) * 1000
  const parts = formatterFor(timeZone).formatToParts(whole)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
  return shown - whole
}

/**
 * Returns the first instant of a calendar day, given as UTC midnight of its date. If midnight occurs twice it is the first; if the clocks
 * skip it, the moment they change.
 */
export function startOfDay(dayMs: number, timeZone: string): number {
  const before = dayMs - offsetMs(dayMs - DAY_MS, timeZone)
  const after = dayMs - offsetMs(dayMs + DAY_MS, timeZone)
  const fitting = [before, after].filter((timeMs) => timeMs + offsetMs(timeMs, timeZone) === dayMs)
  return fitting.length > 0 ? Math.min(...fitting) : before
}

/** Returns the hour of the day, 0 to 23, in a time zone. */
export function hourOfDay(timeMs: number, timeZone: string): number {
  return new Date(timeMs + offsetMs(timeMs, timeZone)).getUTCHours()
}
