import { createHash } from 'node:crypto'

/** SHA-256 of a JSON value with its keys in order: equal values hash alike however they were written. */
export function bodyHash(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex')
}

/** JSON text with object keys sorted; values that JSON leaves out are left out. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
