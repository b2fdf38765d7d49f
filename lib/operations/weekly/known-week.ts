import { isWeek } from '@/lib/engine/weekly/iso-week'
import type { InputIssue } from '../errors'
import { AppError, invalidInput, notFound } from '../errors'

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
