import { MISSING } from './number'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAY_MS = 24 * HOUR_MS

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

// Month names are ours: engines disagree on them ("Sep", "Sept"), and server and browser have to write the same text.
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

/** "24 Nov 2026". */
export function formatDate(iso: string | null | undefined, timeZone = 'UTC'): string {
  const time = parse(iso)
  if (!time) return MISSING
  const at = fieldsOf(time, timeZone)
  return `${at.day} ${at.month} ${at.year}`
}

/** "24 Nov", for axes whose range stands elsewhere. */
export function formatDay(iso: string | null | undefined, timeZone = 'UTC'): string {
  const time = parse(iso)
  if (!time) return MISSING
  const at = fieldsOf(time, timeZone)
  return `${at.day} ${at.month}`
}

/** "Nov 2026". */
export function formatMonth(iso: string | null | undefined, timeZone = 'UTC'): string {
  const time = parse(iso)
  if (!time) return MISSING
  const at = fieldsOf(time, timeZone)
  return `${at.month} ${at.year}`
}

/** "24 Nov 2026, 14:05 UTC": a moment nobody can misread. */
export function formatDateTime(iso: string | null | undefined, timeZone = 'UTC'): string {
  const time = parse(iso)
  if (!time) return MISSING
  const at = fieldsOf(time, timeZone)
  return `${at.day} ${at.month} ${at.year}, ${at.hour}:${at.minute} ${at.timeZoneName}`
}

/** "24 Nov 2026, 14:05:09 UTC". */
export function formatMoment(iso: string | null | undefined, timeZone = 'UTC'): string {
  const time = parse(iso)
  if (!time) return MISSING
  const at = fieldsOf(time, timeZone)
  return `${at.day} ${at.month} ${at.year}, ${at.hour}:${at.minute}:${at.second} ${at.timeZoneName}`
}

/** "just now", "12 min ago", "in 3 h", "yesterday", "5 d ago"; a date from four weeks on. `now` in ms since the epoch. */
export function formatRelative(iso: string | null | undefined, now: number, timeZone = 'UTC'): string {
  const time = parse(iso)
  if (!time) return MISSING
  const deltaMs = time.getTime() - now
  const distanceMs = Math.abs(deltaMs)
  if (distanceMs < 45_000) return 'just now'
  if (distanceMs >= 28 * DAY_MS) return formatDate(iso, timeZone)
  if (deltaMs < 0 && distanceMs >= DAY_MS && distanceMs < 2 * DAY_MS) return 'yesterday'
  const size = relativeSize(distanceMs)
  return deltaMs < 0 ? `${size} ago` : `in ${size}`
}

function relativeSize(distanceMs: number): string {
  const minutes = Math.round(distanceMs / 60_000)
  if (minutes < 60) return `${Math.max(1, minutes)} min`
  if (distanceMs < DAY_MS) return `${Math.min(23, Math.round(distanceMs / 3_600_000))} h`
  return `${Math.round(distanceMs / DAY_MS)} d`
}

/** "14:00". */
export function formatTimeOfDay(iso: string | null | undefined, timeZone = 'UTC'): string {
  const time = parse(iso)
  if (!time) return MISSING
  const at = fieldsOf(time, timeZone)
  return `${at.hour}:${at.minute}`
}
