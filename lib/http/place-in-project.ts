import { projectHref } from '@/lib/presentation/links'

const PLACES = [
  'calibration',
  'chains',
  'compare',
  'convergence',
  'dead-letters',
  'failures',
  'gates',
  'review',
  'runs',
  'settings',
  'thinking',
  'week',
]

/**
 * Returns where a page of a project stands whose address was typed without one.
 * @param last address of the project that the browser visited last, if any: without one, the start page finds a project
 * @returns null for every other path
 */
export function placeInProject(pathname: string, last: string | undefined): string | null {
  if (!PLACES.includes(pathname.split('/')[1] ?? '')) return null
  return last ? projectHref(last, pathname) : '/'
}
