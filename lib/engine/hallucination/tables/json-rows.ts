import { isRecord } from '@/lib/contracts/is-record'
import type { Row } from './table-lines'

/** Records that are read at most. */
export const recordsMax = 2000

/** Returns the values of the JSON in a text, whole or one object a line, and what stands around it; null for none. */
export function jsonIn(text: string): { values: unknown[]; around: string[] } | null {
  if (!text.includes('{')) return null
  let from = text.search(/\{\s*"|\[\s*\{/)
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1
  if (from < 0 || to <= from) return null
  while (from > 0 && text.charAt(from - 1) === '[') from--
  const [part, around] = [text.slice(from, to), [text.slice(0, from), text.slice(to)]]
  try {
    return { values: [JSON.parse(part)], around }
  } catch {
    return jsonLinesIn(part, around)
  }
}

/** Reads one object a line. */
function jsonLinesIn(text: string, around: string[]): ReturnType<typeof jsonIn> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2 || !lines.every((line) => /^\s*\{.*\}\s*$/.test(line))) return null
  try {
    return { values: lines.map((line): unknown => JSON.parse(line)), around }
  } catch {
    return null
  }
}

/** Reads a value into rows. Each list of objects is a table; what an object contains otherwise are fields of its row. */
export function readJson(
  value: unknown,
  path: readonly string[],
  row: Row,
  add: (rows: readonly Row[], names: readonly string[]) => void,
): void {
  if (path.length > 6) return
  if (Array.isArray(value)) {
    const objects = value.every(Array.isArray) ? value.flat().filter(isRecord) : value.filter(isRecord)
    if (objects.length === 0) {
      if (path.length > 0) row.set(path.join(' '), value.filter((one) => typeof one !== 'object').join(', '))
      return
    }
    const rows = objects.slice(0, recordsMax).map((one) => {
      const own: Row = new Map()
      for (const [key, inner] of Object.entries(one)) readJson(inner, [key], own, add)
      return own
    })
    add(rows, path.slice(-1))
  } else if (isRecord(value)) {
    const entries = Object.entries(value)
    const isMap =
      entries.length > 1 &&
      entries.every(([, inner]) => isRecord(inner)) &&
      (haveSameKeys(entries) || haveOwnIds(entries))
    if (isMap)
      readJson(
        entries.map(([key, inner]) => ({ '': key, ...(inner as object) })),
        path,
        row,
        add,
      )
    else for (const [key, inner] of entries) readJson(inner, [...path, key], row, add)
  } else if (value !== null && path.length > 0) row.set(path.join(' '), String(value))
}

function haveSameKeys(entries: readonly [string, unknown][]): boolean {
  const keys = entries.map(([, inner]) =>
    Object.keys(inner as object)
      .sort()
      .join(),
  )
  return keys[0] !== '' && keys.every((one) => one === keys[0])
}

/** Whether each object of a map says by what it is called there: `"card_1": {"id": "card_1", …}`. */
const haveOwnIds = (entries: readonly [string, unknown][]) =>
  entries.every(([key, inner]) => (inner as { id?: unknown }).id === key)
