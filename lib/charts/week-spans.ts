import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { shiftWeek, weekSpan } from '@/lib/engine/weekly/iso-week'

const HOUR_MS = 3_600_000

/** From a moment to before another, as the runs list takes them. */
export type WeekSpan = { from: string; to: string }

/** The two weeks that a report compares, by whole hours of UTC as runs are counted. */
export function weekSpans({ week, timeZone, from, to }: WeeklyReport): { week: WeekSpan; before: WeekSpan } {
  const { fromMs } = weekSpan(shiftWeek(week, -1), timeZone)
  const hour = new Date(Math.floor(fromMs / HOUR_MS) * HOUR_MS)
  return { week: { from, to }, before: { from: hour.toISOString(), to: from } }
}
