import { isRecord } from '@/lib/contracts/is-record'
import { REDACTED, redactText } from '@/lib/engine/dead-letters/redact-text'
import { isSecretField } from '@/lib/engine/dead-letters/secret-names'

/** Beyond so many levels nothing is read, and nothing is kept. */
const MAX_DEPTH = 200

/** Members by which a list of pairs names a value: headers, environments, cookies. */
const nameMembers = ['name', 'key', 'header', 'field', 'variable'] as const
const valueMembers = new Set(['value', 'values', 'val', 'content'])

const schemaWords = new Set([
  '$ref',
  'type',
  'title',
  'description',
  'format',
  'properties',
  'required',
  'items',
  'pattern',
  'minLength',
  'maxLength',
  'additionalProperties',
])

/**
 * A copy of `value` without its secrets, told by the names of fields and by the shapes of texts, at any depth and within
 * JSON that is carried as text. Objects keep their fields, so that a reader sees what was there.
 */
export function redact(value: unknown): unknown {
  return walk(value, 0)
}

function walk(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return REDACTED
  if (typeof value === 'string') return redactString(value, depth)
  if (Array.isArray(value)) return redactList(value, depth)
  return isRecord(value) ? redactRecord(value, depth) : value
}

function redactRecord(record: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
  const isSecretPair = nameMembers.some((member) => {
    const name = record[member]
    return typeof name === 'string' && isSecretField(name, '')
  })
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const isSecret = (isSecretField(name, value) && !isSchema(value)) || (isSecretPair && valueMembers.has(name))
      return [redactText(name), isSecret ? blot(value, depth) : walk(value, depth + 1)]
    }),
  )
}

/** `['Authorization', 'secret']` is a pair as well, and so are an option and its value in a list of arguments. */
function redactList(list: readonly unknown[], depth: number): unknown[] {
  const isPair = list.length === 2
  return list.map((item, index) => {
    const before = list[index - 1]
    const isNamed = typeof before === 'string' && (isPair || /^--?[a-z]/i.test(before)) && isSecretField(before, item)
    return isNamed ? blot(item, depth) : walk(item, depth + 1)
  })
}

/** Takes out every text and number under a secret name; what is empty shows that nothing was there. */
function blot(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return REDACTED
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((item) => blot(item, depth + 1))
  if (!isRecord(value)) return REDACTED
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [redactText(name), blot(inner, depth + 1)]))
}

/**
 * Arguments are often carried as JSON in a text. It stays as it was written where nothing had to go and every member was
 * read: of a name that is given twice only the last one is.
 */
function redactString(text: string, depth: number): string {
  const parsed = parseContainer(text)
  if (parsed === undefined) return redactText(text)
  const clean = JSON.stringify(walk(parsed, depth + 1))
  return clean === JSON.stringify(parsed) && quotesIn(clean) === quotesIn(text) ? text : clean
}

function quotesIn(text: string): number {
  return text.split('"').length
}

function parseContainer(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}

/** A field of a JSON Schema that describes a password holds none. */
function isSchema(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0 && Object.keys(value).every((word) => schemaWords.has(word))
}
