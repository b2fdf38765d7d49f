import { isRecord } from '@/lib/contracts/is-record'
import { isClose } from '../tolerance'

/**
 * A difference between two documents. `value`: the values on both sides, absent on a side that has none. `items`: what a list of plain
 * values lost and gained, with the number of items kept.
 */
export type PartChange =
  | { kind: 'value'; path: string; from?: unknown; to?: unknown }
  | { kind: 'items'; path: string; removed: unknown[]; added: unknown[]; kept: number }

/**
 * Returns the differences of two JSON documents with paths like `a.b[2].c`, sorted by key. An object or list on only one side is one
 * difference. Lists with non-plain values are compared by position, after the common start and end are removed.
 */
export function diffParts(before: unknown, after: unknown, path = ''): PartChange[] {
  if (deepEqual(before, after)) return []
  if (isRecord(before) && isRecord(after)) return diffRecords(before, after, path)
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(before, after, path)
  const side = (name: 'from' | 'to', value: unknown) => (value === undefined ? {} : { [name]: value })
  return [{ kind: 'value', path, ...side('from', before), ...side('to', after) }]
}

type Json = Readonly<Record<string, unknown>>

// Sorts step_9 before step_10.
const byName = new Intl.Collator('en', { numeric: true })

function diffRecords(before: Json, after: Json, path: string): PartChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(byName.compare)
  return keys.flatMap((key) => diffParts(before[key], after[key], path === '' ? key : `${path}.${key}`))
}

function diffLists(before: readonly unknown[], after: readonly unknown[], path: string): PartChange[] {
  if ([...before, ...after].every(isPlain)) return diffItems(before, after, path)
  const start = countEqual(before, after)
  const end = countEqual(before.slice(start).toReversed(), after.slice(start).toReversed())
  const [from, to] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  return Array.from({ length: Math.max(from.length, to.length) }, (_, place) => place).flatMap((place) =>
    diffParts(from[place], to[place], `${path}[${start + place}]`),
  )
}

/** Compares lists as multisets; if only the order differs, both lists are reported whole. */
function diffItems(before: readonly unknown[], after: readonly unknown[], path: string): PartChange[] {
  const removed = without(before, after)
  const added = without(after, before)
  if (removed.length + added.length === 0) return [{ kind: 'value', path, from: before, to: after }]
  return [{ kind: 'items', path, removed, added, kept: before.length - removed.length }]
}

function without(items: readonly unknown[], others: readonly unknown[]): unknown[] {
  const left = new Map<unknown, number>()
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1)
  return items.filter((item) => {
    const count = left.get(item) ?? 0
    left.set(item, count - 1)
    return count <= 0
  })
}

function countEqual(before: readonly unknown[], after: readonly unknown[]): number {
  const length = Math.min(before.length, after.length)
  const place = before.slice(0, length).findIndex((item, at) => !deepEqual(item, after[at]))
  return place === -1 ? length : place
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null

/** A value that differs between two documents; absent on the side that does not have it. */
type LeafChange = { path: string; from?: unknown; to?: unknown }

/** Returns the leaves in which two JSON objects differ, sorted by path (`a.b`). A list is one leaf. */
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

/** Returns every non-object value by its path; undefined values are left out. */
export function leavesOf(value: unknown, path = ''): Map<string, unknown> {
  if (value === undefined) return new Map()
  if (!isRecord(value)) return new Map([[path, value]])
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [...leavesOf(inner, path === '' ? key : `${path}.${key}`)]),
  )
}

/** Whether two JSON values are equal: numbers within the engine's tolerance, object members in any order. */
export function deepEqual(left: unknown, right: unknown): boolean {
  if (typeof left === 'number' && typeof right === 'number') return isClose(left, right)
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => deepEqual(item, right[index]))
  }
  if (isRecord(left) && isRecord(right)) {
    const keys = Object.keys(left)
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && deepEqual(left[key], right[key]))
    )
  }
  return left === right
}
