import { floorHour, HOUR_MS, MINUTE_MS } from '@/lib/contracts/durations'
import type { InputIssue } from '@/lib/contracts/input-issues'
import type { Db, Tx } from '@/lib/db/client'
import { isWeek, shiftWeek, weekAt, weekSpan } from '@/lib/engine/weekly/iso-week'
import { AppError, invalidInput, notFound } from '../errors'
import type { Period } from '../rollups/period'

/** One week in a project's time zone, rounded to whole hours of UTC as the rollups count. */
export type WeekPeriod = {
  week: string
  timeZone: string
  from: Date
  /** End of the week, or of the current hour while it is in progress. */
  to: Date
  previousFrom: Date
  isWhole: boolean
  shiftMinutes: number
  hours: number
  /** The moment at which current states are read: the end of the week, or now. */
  asOf: Date
}

/**
 * The period of a week and the one before it. In a zone off the full hour, weeks begin with the hour that contains midnight, so
 * that they neither overlap nor leave a gap.
 */
export function weekPeriod(week: string, timeZone: string, now: Date): WeekPeriod {
  const { fromMs, toMs } = weekSpan(week, timeZone)
  const isWhole = now.getTime() >= toMs
  const end = floorHour(toMs)
  return {
    week,
    timeZone,
    from: new Date(floorHour(fromMs)),
    to: new Date(isWhole ? end : Math.min(end, floorHour(now.getTime()) + HOUR_MS)),
    previousFrom: new Date(floorHour(weekSpan(shiftWeek(week, -1), timeZone).fromMs)),
    isWhole,
    shiftMinutes: (fromMs - floorHour(fromMs)) / MINUTE_MS,
    hours: (toMs - fromMs) / HOUR_MS,
    asOf: isWhole ? new Date(end) : now,
  }
}

/** The period from the week before to the end of the week, read from daily rollups and at its edges from hourly ones. */
export function bothWeeks({ from, to, previousFrom }: Pick<WeekPeriod, 'from' | 'to' | 'previousFrom'>): Period {
  return { hasStart: true, from, to, previousFrom, unit: 'day', starts: [from] }
}

export type ProjectZone = { name: string; timeZone: string; currentWeek: string }

/** Loads a project's name and time zone, and its current week. */
export async function loadZone(db: Db | Tx, projectId: string, now: Date): Promise<ProjectZone> {
  const { name, timeZone } = await db.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { name: true, timeZone: true },
  })
  return { name, timeZone, currentWeek: weekAt(now.getTime(), timeZone) }
}

/**
 * Checks that a week exists and has begun.
 * @throws invalid_input for one its year does not have, not_found for one that has not begun
 */
export function assertBegun(week: string, currentWeek: string): void {
  const issue: InputIssue = { path: 'week', message: `there is no week ${week}` }
  if (!isWeek(week)) throw invalidInput([issue])
  if (week > currentWeek) throw notFound('week')
}

/** Checks that a week is over. @throws conflict */
export function assertOver(week: string, currentWeek: string): void {
  assertBegun(week, currentWeek)
  if (week === currentWeek)
    throw new AppError('conflict', `week ${week} is not over: its page is a preview until Monday`)
}
