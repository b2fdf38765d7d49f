const textsMax = 20_000

/** A text within an output, with its JSON path and its key (empty at the root and in lists). */
export interface OutputText {
  path: string
  key: string
  text: string
}

/** The content of an output. */
export interface OutputContent {
  texts: OutputText[]
  /** Names of all object members at any depth, with their values. */
  members: { key: string; value: unknown }[]
  /** Whether a number or boolean occurs anywhere: content without text. */
  hasValues: boolean
}

/** Collects the texts of an output in document order, at most 20,000 of them. */
export function collectTexts(output: unknown): OutputContent {
  const content: OutputContent = { texts: [], members: [], hasValues: false }
  const waiting: { value: unknown; path: string; key: string }[] = [{ value: output, path: '$', key: '' }]
  for (let next = waiting.pop(); next && content.texts.length < textsMax; next = waiting.pop()) {
    const { value, path, key } = next
    if (typeof value === 'string') content.texts.push({ path, key, text: value })
    else if (typeof value === 'number' || typeof value === 'boolean') content.hasValues = true
    else if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--)
        waiting.push({ value: value[index], path: childPath(path, index), key: '' })
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value).reverse()) {
        content.members.push({ key: name, value: member })
        waiting.push({ value: member, path: childPath(path, name), key: name })
      }
    }
  }
  return content
}

const identifier = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

/** Appends one step to a JSON path: `$.a`, `$.a[0]`, `$["a b"]`. */
export function childPath(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key}]`
  return identifier.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`
}

/**
 * Turns a JSON Pointer (RFC 6901) into a JSON path: `/a/0/b` becomes `$.a[0].b`. The document at `start` decides whether a numeric step is
 * an index or an object member.
 */
export function pointerToPath(pointer: string, document: unknown, start = '$'): string {
  let path = start
  let here: unknown = document
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
    path = childPath(path, Array.isArray(here) ? Number(key) : key)
    here = member(here, key)
  }
  return path
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
