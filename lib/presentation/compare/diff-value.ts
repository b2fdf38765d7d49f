import { deepEqual, diffParts, type PartChange } from '@/lib/engine/json/diff'
import { heldValue } from '../read-messages'

/** The difference of two values at one path: the same, by words, or by the paths of a JSON document. */
export type ValueDiff =
  | { kind: 'same'; value: unknown }
  | { kind: 'text'; from: string; to: string }
  | { kind: 'json'; changes: PartChange[] }
  | { kind: 'only'; side: 'a' | 'b'; value: unknown }

/** Compares two values; undefined is a missing value. JSON texts are compared as parsed. */
export function diffValue(from: unknown, to: unknown): ValueDiff {
  if (from === undefined || to === undefined)
    return from === to
      ? { kind: 'same', value: undefined }
      : { kind: 'only', side: from === undefined ? 'b' : 'a', value: from ?? to }
  if (deepEqual(from, to)) return { kind: 'same', value: from }
  const [before, after] = [heldValue(from), heldValue(to)]
  if (isDocument(before) && isDocument(after) && Array.isArray(before) === Array.isArray(after))
    return { kind: 'json', changes: diffParts(before, after) }
  return { kind: 'text', from: asText(from), to: asText(to) }
}

const isDocument = (value: unknown): value is object => typeof value === 'object' && value !== null
const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''))
