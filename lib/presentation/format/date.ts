import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/contracts/durations'
import { MISSING } from './number'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type Fields = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'timeZoneName', string>

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  formatters.set(timeZone, made)
  return made
}

// Month names are our own: engines differ ("Sep", "Sept"), and server and browser must write the same text.
function fieldsOf(time: Date, timeZone: string): Fields {
  const parts = formatterFor(timeZone).formatToParts(time)
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return {
    year: read('year'),
    month: MONTHS[Number(read('month')) - 1] ?? '',
    day: String(Number(read('day'))),
    hour: read('hour'),
    minute: read('minute'),
    second: read('second'),
    timeZoneName: read('timeZoneName'),
  }
}

function parse(iso: string | null | undefined): Date | null {
  if (!iso) return null
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? null : time
}

/** Returns a formatter of an ISO time in a time zone, UTC by default. */
const formatter =
  (write: (at: Fields) => string) =>
  (iso: string | null | undefined, timeZone = 'UTC'): string => {
    const time = parse(iso)
    return time ? write(fieldsOf(time, timeZone)) : MISSING
  }

/** "24 Nov 2026". */
export const formatDate = formatter((at) => `${at.day} ${at.month} ${at.year}`)

/** "24 Nov", for axes that show the year separately. */
export const formatDay = formatter((at) => `${at.day} ${at.month}`)

/** "Nov 2026". */
export const formatMonth = formatter((at) => `${at.month} ${at.year}`)

/** "24 Nov 2026, 14:05 UTC". */
export const formatDateTime = formatter(
  (at) => `${at.day} ${at.month} ${at.year}, ${at.hour}:${at.minute} ${at.timeZoneName}`,
)

/** "24 Nov 2026, 14:05:09 UTC". */
export const formatMoment = formatter(
  (at) => `${at.day} ${at.month} ${at.year}, ${at.hour}:${at.minute}:${at.second} ${at.timeZoneName}`,
)

/** "just now", "12 min ago", "in 3 h", "yesterday", "5 d ago"; a date from four weeks on. `now` in ms since the epoch. */
export function formatRelative(iso: string | null | undefined, now: number, timeZone = 'UTC'): string {
  const time = parse(iso)
  if (!time) return MISSING
  const deltaMs = time.getTime() - now
  const distanceMs = Math.abs(deltaMs)
  if (distanceMs < 45_000) return 'just now'
  if (distanceMs >= 28 * DAY_MS) return formatDate(iso, timeZone)
  if (deltaMs < 0 && distanceMs >= DAY_MS && isDayBefore(time, new Date(now), timeZone)) return 'yesterday'
  const size = relativeSize(distanceMs)
  return deltaMs < 0 ? `${size} ago` : `in ${size}`
}

/** Whether a time is on the calendar day before another. */
function isDayBefore(time: Date, later: Date, timeZone: string): boolean {
  const [day, dayOfLater] = [time, later].map((one) => Math.floor(shownMs(one, timeZone) / DAY_MS))
  return day === (dayOfLater ?? 0) - 1
}

/** Returns what clocks of a time zone show at a time, read as UTC; ms since the epoch, whole seconds. */
export function shownMs(time: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = fieldsOf(time, timeZone)
  const shown = new Date(0)
  // `Date.UTC` takes the years 0 to 99 for those of the last century.
  shown.setUTCFullYear(Number(year), MONTHS.indexOf(month), Number(day))
  return shown.setUTCHours(Number(hour), Number(minute), Number(second))
}

function relativeSize(distanceMs: number): string {
  const minutes = Math.round(distanceMs / 60_000)
  if (minutes < 60) return `${Math.max(1, minutes)} min`
  if (distanceMs < DAY_MS) return `${Math.min(23, Math.round(distanceMs / HOUR_MS))} h`
  return `${Math.round(distanceMs / DAY_MS)} d`
}

/** "Week 47". Here rather than with the other words of the week, which every page would load for its navigation. */
export function formatWeek(week: string): string {
  return `Week ${Number(week.slice(-2))}`
}

/** "14:00". */
export const formatTimeOfDay = formatter((at) => `${at.hour}:${at.minute}`)

/** A duration: "820 ms", "3.4 s", "2 min 05 s", "1 h 12 min". */
export function formatDuration(durationMs: number | null | undefined): string {
  if (durationMs === null || durationMs === undefined || !Number.isFinite(durationMs)) return MISSING
  // Rounding may carry into the next unit: 59.6 s is a minute.
  const ms = Math.round(durationMs)
  if (ms < SECOND_MS) return `${ms} ms`
  if (ms < 9.95 * SECOND_MS) return `${(ms / SECOND_MS).toFixed(1)} s`
  const wholeMs = Math.round(ms / SECOND_MS) * SECOND_MS
  if (wholeMs < MINUTE_MS) return `${wholeMs / SECOND_MS} s`
  if (wholeMs < HOUR_MS) return pair(wholeMs, MINUTE_MS, 'min', SECOND_MS, 's')
  if (wholeMs < DAY_MS) return pair(wholeMs, HOUR_MS, 'h', MINUTE_MS, 'min')
  return pair(wholeMs, DAY_MS, 'd', HOUR_MS, 'h')
}

/** A remaining time in whole hours or days from two hours on, rounded down: "3 d", "30 h", "1 h 59 min". */
export function formatRemainingShort(remainingMs: number): string {
  if (remainingMs < 2 * HOUR_MS) return formatRemaining(remainingMs)
  return remainingMs < 2 * DAY_MS ? `${Math.floor(remainingMs / HOUR_MS)} h` : `${Math.floor(remainingMs / DAY_MS)} d`
}

/** A remaining time, rounded down: "3 d 4 h", "5 h 12 min", "59 s". */
export function formatRemaining(remainingMs: number): string {
  if (remainingMs < MINUTE_MS) return `${Math.max(0, Math.floor(remainingMs / SECOND_MS))} s`
  if (remainingMs < 10 * MINUTE_MS) return pair(remainingMs, MINUTE_MS, 'min', SECOND_MS, 's')
  if (remainingMs < HOUR_MS) return `${Math.floor(remainingMs / MINUTE_MS)} min`
  if (remainingMs < DAY_MS) return pair(remainingMs, HOUR_MS, 'h', MINUTE_MS, 'min')
  return pair(remainingMs, DAY_MS, 'd', HOUR_MS, 'h')
}

function pair(totalMs: number, bigMs: number, bigUnit: string, smallMs: number, smallUnit: string): string {
  const smallCount = Math.floor(totalMs / smallMs)
  const perBig = bigMs / smallMs
  const rest = String(smallCount % perBig).padStart(2, '0')
  return `${Math.floor(smallCount / perBig)} ${bigUnit} ${rest} ${smallUnit}`
}
