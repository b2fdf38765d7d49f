/** Formats the day of a time in the local time zone, for a date field. */
export function toDay(time: Date | null): string {
  if (!time) return ''
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 10)
}

/** Returns the local midnight this many days after the start of a day, or null for an invalid day. */
export function fromDay(day: string, plusDays: number): Date | null {
  const start = new Date(`${day}T00:00:00`)
  if (Number.isNaN(start.getTime())) return null
  // A day on which the clocks change does not have 24 hours.
  start.setDate(start.getDate() + plusDays)
  return start
}
