export const SECOND_MS = 1000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
export const WEEK_MS = 7 * DAY_MS

/** Returns the start of the hour (UTC) of a time, in ms since the epoch: the rollups count whole hours. */
export function floorHour(timeMs: number): number {
  return Math.floor(timeMs / HOUR_MS) * HOUR_MS
}
