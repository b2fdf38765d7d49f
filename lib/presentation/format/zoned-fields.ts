import { DAY_MS } from '@/lib/contracts/durations'
import { shownMs } from './date'

/** The text of a `datetime-local` field: a time in a time zone. */
export function toMinuteField(time: Date, timeZone: string): string {
  return new Date(shownMs(time, timeZone)).toISOString().slice(0, 16)
}

/** The text of a `date` field: the calendar day of a time in a time zone; '' for none. */
export function toDayField(time: Date | null, timeZone: string): string {
  return time ? toMinuteField(time, timeZone).slice(0, 10) : ''
}

/** Returns the time of a `datetime-local` field in a time zone; null for an invalid one. */
export function fromMinuteField(minute: string, timeZone: string): Date | null {
  const ms = Date.parse(`${minute}Z`)
  return Number.isNaN(ms) ? null : timeOf(ms, timeZone)
}

/** Returns the midnight in a time zone this many days after that of a `date` field; null for an invalid day. */
export function fromDayField(day: string, plusDays: number, timeZone: string): Date | null {
  const ms = Date.parse(`${day}T00:00Z`)
  return Number.isNaN(ms) ? null : timeOf(ms + plusDays * DAY_MS, timeZone)
}

/** Returns the first time at which clocks show this, read as UTC in ms; if they skip it, when it would be had they not changed. */
function timeOf(ms: number, timeZone: string): Date {
  const offsetAt = (atMs: number) => shownMs(new Date(atMs), timeZone) - atMs
  const [before = ms, after = ms] = [ms - DAY_MS, ms + DAY_MS].map((nearMs) => ms - offsetAt(nearMs))
  const fitting = [before, after].filter((atMs) => atMs + offsetAt(atMs) === ms)
  return new Date(fitting.length > 0 ? Math.min(...fitting) : before)
}
