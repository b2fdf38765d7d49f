import { isRecord } from '@/lib/contracts/is-record'
import { deepEqual } from './deep-equal'

/**
 * One place where two documents differ. `value`: what stands there, absent on the side that has nothing. `items`: what a list of
 * plain values lost and gained, with how many it kept.
 */
export type PartChange =
  | { kind: 'value'; path: string; from?: unknown; to?: unknown }
  | { kind: 'items'; path: string; removed: unknown[]; added: unknown[]; kept: number }

/**
 * Where two JSON documents differ, in order of their keys: `a.b[2].c`. An object or list that only one side has is one place. Of
 * lists that hold more than plain values, the items between an equal beginning and an equal end are paired by their places.
 */
export function diffParts(before: unknown, after: unknown, path = ''): PartChange[] {
  if (deepEqual(before, after)) return []
  if (isRecord(before) && isRecord(after)) return diffRecords(before, after, path)
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(before, after, path)
  const side = (name: 'from' | 'to', value: unknown) => (value === undefined ? {} : { [name]: value })
  return [{ kind: 'value', path, ...side('from', before), ...side('to', after) }]
}

type Json = Readonly<Record<string, unknown>>

// step_9 before step_10.
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

/** As bags of values; in another order they are shown whole. */
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
