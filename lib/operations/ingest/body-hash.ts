import { hash } from 'node:crypto'

/** SHA-256 of a JSON value with sorted keys, so that equal values have equal hashes. */
export function bodyHash(value: unknown): string {
  const copy: Copy = { isSorted: true }
  const sorted = sortKeys(value, copy)
  return hash('sha256', copy.isSorted ? (JSON.stringify(sorted) ?? 'null') : writeSorted(value), 'hex')
}

/** `isSorted` is false if some object cannot have its keys in order: JavaScript puts numbers first, and `__proto__` is not a key. */
type Copy = { isSorted: boolean }

/** A copy whose objects have their keys in order. Writing it at once is faster than {@link writeSorted}. */
function sortKeys(value: unknown, copy: Copy): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => sortKeys(item, copy))
  const sorted: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort()) {
    if (isDigit(key.charCodeAt(0)) || key === '__proto__') copy.isSorted = false
    if (!copy.isSorted) return value
    sorted[key] = sortKeys((value as Record<string, unknown>)[key], copy)
  }
  return sorted
}

const isDigit = (code: number) => code >= 48 && code <= 57

/** JSON text with sorted object keys; undefined values are omitted. */
function writeSorted(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(writeSorted).join(',')}]`
  const members = Object.keys(value)
    .sort()
    .map((key) => [key, (value as Record<string, unknown>)[key]] as const)
    .filter(([, item]) => item !== undefined)
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${writeSorted(item)}`).join(',')}}`
}
