import { isSame } from './merge-lists'

/**
 * Returns the fields of a form that differ from the values it started with. Only these are sent, so that what someone else saved in the
 * other fields meanwhile stays.
 */
export function changedFields<T extends object>(edited: T, start: Partial<T>): Partial<T> {
  const fields = Object.entries(edited).filter(([name, value]) => !isSame(value, start[name as keyof T]))
  return Object.fromEntries(fields) as Partial<T>
}
