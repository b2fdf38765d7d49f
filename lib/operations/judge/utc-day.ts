/** The day in UTC as yyyy-mm-dd. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}
