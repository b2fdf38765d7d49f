import type { Draw } from './draw'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
export const minutesAfter = (start: Date, minutes: number) => minutesBefore(start, -minutes)

/** `count` times between `fromHours` and `toHours` before `now`, in order, evenly spread and then shaken a little. */
export function spreadTimes(draw: Draw, now: Date, count: number, fromHours: number, toHours: number): Date[] {
  const stepHours = (fromHours - toHours) / Math.max(1, count)
  return Array.from({ length: count }, (_, index) => {
    const hours = fromHours - (index + 0.15 + draw.whole(0, 70) / 100) * stepHours
    return new Date(now.getTime() - Math.round(hours * HOUR_MS))
  })
}
