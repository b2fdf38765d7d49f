import { isRecord } from '@/lib/contracts/is-record'
import { deepEqual } from './deep-equal'

/** One value that differs between two documents; absent on the side that does not have it. */
export type LeafChange = { path: string; from?: unknown; to?: unknown }

/** The leaves in which two JSON objects differ, as `a.b` paths in order. A list is one leaf. */
export function diffLeaves(before: unknown, after: unknown): LeafChange[] {
  const [from, to] = [leavesOf(before), leavesOf(after)]
  return [...new Set([...from.keys(), ...to.keys()])]
    .sort()
    .filter((path) => !deepEqual(from.get(path), to.get(path)))
    .map((path) => ({
      path,
      ...(from.has(path) && { from: from.get(path) }),
      ...(to.has(path) && { to: to.get(path) }),
    }))
}

/** Every value that is no object, by its path; undefined ones are left out. */
export function leavesOf(value: unknown, path = ''): Map<string, unknown> {
  if (value === undefined) return new Map()
  if (!isRecord(value)) return new Map([[path, value]])
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [...leavesOf(inner, path === '' ? key : `${path}.${key}`)]),
  )
}
