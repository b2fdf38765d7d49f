import { hash } from 'node:crypto'

/** SHA-256 of a JSON value with sorted keys, so that equal values have equal hashes. */
export function bodyHash(value: unknown): string {
  return hash('sha256', canonical(value, new Map()), 'hex')
}

/**
 * JSON text with sorted object keys; undefined values are omitted. Keys are quoted once per name, since a body repeats few
 * distinct keys many times.
 */
function canonical(value: unknown, names: Map<string, string>): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += text === '' ? canonical(item, names) : `,${canonical(item, names)}`
    return `[${text}]`
  }
  for (const key of Object.keys(value).sort()) {
    const item = (value as Record<string, unknown>)[key]
    if (item === undefined) continue
    let name = names.get(key)
    if (name === undefined) {
      name = `${JSON.stringify(key)}:`
      names.set(key, name)
    }
    text += text === '' ? name : `,${name}`
    text += canonical(item, names)
  }
  return `{${text}}`
}
