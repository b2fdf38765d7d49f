import { deepEqual, diffParts, type PartChange } from '@/lib/engine/json/diff'
import { readJsonText } from '../read-messages'

/** Two values in the same place: as they are, by words, or by the places of a document. */
export type ValueDiff =
  | { kind: 'same'; value: unknown }
  | { kind: 'text'; from: string; to: string }
  | { kind: 'json'; changes: PartChange[] }
  | { kind: 'only'; side: 'a' | 'b'; value: unknown }

/** How two values differ; undefined is a value that is not there. Texts that hold JSON are compared as what they hold. */
export function diffValue(from: unknown, to: unknown): ValueDiff {
  if (from === undefined || to === undefined)
    return from === to
      ? { kind: 'same', value: undefined }
      : { kind: 'only', side: from === undefined ? 'b' : 'a', value: from ?? to }
  if (deepEqual(from, to)) return { kind: 'same', value: from }
  const [before, after] = [held(from), held(to)]
  if (isDocument(before) && isDocument(after) && Array.isArray(before) === Array.isArray(after))
    return { kind: 'json', changes: diffParts(before, after) }
  return { kind: 'text', from: asText(from), to: asText(to) }
}

const held = (value: unknown) => (typeof value === 'string' ? (readJsonText(value) ?? value) : value)
const isDocument = (value: unknown): value is object => typeof value === 'object' && value !== null
const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''))
