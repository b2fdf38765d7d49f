import { DAY_MS } from '@/lib/contracts/durations'
import { isoMinute, startOfDay } from '@/lib/engine/weekly/iso-week'

/** The text of a `date` field: the calendar day of a time in a time zone; '' for none. */
export function toDayField(time: Date | null, timeZone: string): string {
  return time ? isoMinute(time.getTime(), timeZone).slice(0, 10) : ''
}

/** Returns the midnight in a time zone this many days after that of a `date` field; null for an invalid day. */
export function fromDayField(day: string, plusDays: number, timeZone: string): Date | null {
  const dayMs = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(dayMs) ? null : new Date(startOfDay(dayMs + plusDays * DAY_MS, timeZone))
}

/** The text of a `datetime-local` field: a time in a time zone. */
export function toMinuteField(time: Date, timeZone: string): string {
  return isoMinute(time.getTime(), timeZone)
}

/** Returns the time of a `datetime-local` field in a time zone; null for an invalid one. */
export function fromMinuteField(minute: string, timeZone: string): Date | null {
  const shownMs = Date.parse(`${minute}Z`)
  return Number.isNaN(shownMs) ? null : new Date(startOfDay(shownMs, timeZone))
}
