const DAY_MS = 86_400_000

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

/** How far a zone's clock is ahead of UTC at a moment, in ms; whole seconds. */
export function offsetMs(timeMs: number, timeZone: string): number {
  const whole = Math.floor(timeMs / 1000) * 1000
  const parts = formatterFor(timeZone).formatToParts(whole)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
  return shown - whole
}

/**
 * The first instant of a calendar day, given as UTC midnight of its date. Where midnight comes twice it is the first, where
 * the clocks skip it, it is the moment they change.
 */
export function startOfDay(dayMs: number, timeZone: string): number {
  const before = dayMs - offsetMs(dayMs - DAY_MS, timeZone)
  const after = dayMs - offsetMs(dayMs + DAY_MS, timeZone)
  const fitting = [before, after].filter((timeMs) => timeMs + offsetMs(timeMs, timeZone) === dayMs)
  return fitting.length > 0 ? Math.min(...fitting) : before
}

/** Hour of the day, 0 to 23, on a zone's clock. */
export function hourOfDay(timeMs: number, timeZone: string): number {
  return new Date(timeMs + offsetMs(timeMs, timeZone)).getUTCHours()
}
