import type { Db, Tx } from '@/lib/db/client'
import { isWeek, weekAt, weekSpan } from '@/lib/engine/weekly/iso-week'
import { AppError, type InputIssue, invalidInput, notFound } from '../errors'
import type { Period } from '../rollups/period'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** One week in a project's time zone, as the rollups count it: by whole hours of UTC. */
export type WeekPeriod = {
  week: string
  timeZone: string
  from: Date
  /** The end of the week, or of the current hour while it is under way. */
  to: Date
  previousFrom: Date
  isWhole: boolean
  shiftMinutes: number
  hours: number
  /** When what stands is read: the end of the week, or now. */
  asOf: Date
}

/**
 * The week and the one before it. A zone off the full hour begins its weeks with the hour that holds its midnight, so that
 * weeks neither overlap nor leave a gap.
 */
export function weekPeriod(week: string, previous: string, timeZone: string, now: Date): WeekPeriod {
  const { fromMs, toMs } = weekSpan(week, timeZone)
  const isWhole = now.getTime() >= toMs
  const end = floorHour(toMs)
  return {
    week,
    timeZone,
    from: new Date(floorHour(fromMs)),
    to: new Date(isWhole ? end : Math.min(end, floorHour(now.getTime()) + HOUR_MS)),
    previousFrom: new Date(floorHour(weekSpan(previous, timeZone).fromMs)),
    isWhole,
    shiftMinutes: (fromMs - floorHour(fromMs)) / MINUTE_MS,
    hours: (toMs - fromMs) / HOUR_MS,
    asOf: isWhole ? new Date(end) : now,
  }
}

/** The stretch from the week before to the end of the week, read from days and at its ragged edges from hours. */
export function bothWeeks({ from, to, previousFrom }: Pick<WeekPeriod, 'from' | 'to' | 'previousFrom'>): Period {
  return { hasStart: true, from, to, previousFrom, unit: 'day', starts: [from] }
}

export type ProjectZone = { name: string; timeZone: string; currentWeek: string }

/** Name and zone of a project, and the week it is there. */
export async function loadZone(db: Db | Tx, projectId: string, now: Date): Promise<ProjectZone> {
  const { name, timeZone } = await db.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { name: true, timeZone: true },
  })
  return { name, timeZone, currentWeek: weekAt(now.getTime(), timeZone) }
}

function floorHour(timeMs: number): number {
  return Math.floor(timeMs / HOUR_MS) * HOUR_MS
}

/**
 * Refuses a week that there is not, or not yet.
 * @throws invalid_input for one its year does not have, not_found for one that has not begun
 */
export function assertBegun(week: string, currentWeek: string): void {
  const issue: InputIssue = { path: 'week', message: `there is no week ${week}` }
  if (!isWeek(week)) throw invalidInput([issue])
  if (week > currentWeek) throw notFound('week')
}

/** Refuses a week that is still under way. @throws conflict */
export function assertOver(week: string, currentWeek: string): void {
  assertBegun(week, currentWeek)
  if (week === currentWeek)
    throw new AppError('conflict', `week ${week} is not over: its page is a preview until Monday`)
}
