import { isRecord } from '@/lib/contracts/is-record'

export type Random = () => number
type Schema = Record<string, unknown>

/** Names of existing items, by the field that takes them: of the caller's project, or of another one. */
export type Names = Record<string, readonly string[]>

export const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
export const chance = (random: Random, share: number): boolean => random() < share
export const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1))

type Making = { random: Random; names: Names; root: Schema; depth: number }

/** Makes a value that a JSON Schema allows, or nearly: most patterns, and what the schema cannot express, are guessed. */
export function makeValue(schema: Schema, random: Random, names: Names): unknown {
  return make(schema, { random, names, root: schema, depth: 0 }, '')
}

function make(schema: unknown, making: Making, field: string): unknown {
  if (!isRecord(schema)) return anything(making.random)
  const { random, root, depth } = making
  const deeper = { ...making, depth: depth + 1 }
  if (typeof schema.$ref === 'string') return make(resolve(root, schema.$ref), deeper, field)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return pick(random, schema.enum)
  for (const key of ['anyOf', 'oneOf']) {
    const choices = schema[key]
    if (Array.isArray(choices)) return make(pick(random, choices), deeper, field)
  }
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...schema.allOf.map((part) => make(part, deeper, field)).filter(isRecord))
  const type = Array.isArray(schema.type) ? pick(random, schema.type) : schema.type
  if (type === 'object' || isRecord(schema.properties)) return makeObject(schema, deeper)
  if (type === 'array') return makeList(schema, deeper, field)
  if (type === 'string') return makeText(schema, making, field)
  if (type === 'integer' || type === 'number') return makeNumber(schema, random, type === 'integer')
  if (type === 'boolean') return chance(random, 0.5)
  if (type === 'null') return null
  return anything(random)
}

function makeObject(schema: Schema, making: Making): Record<string, unknown> {
  const { random, depth } = making
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const made: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(isRecord(schema.properties) ? schema.properties : {}))
    if (required.has(name) || chance(random, depth > 4 ? 0.1 : 0.35)) made[name] = make(property, making, name)
  if (isRecord(schema.additionalProperties) && Object.keys(schema.additionalProperties).length > 0 && depth < 8)
    for (let count = upTo(random, 2); count > 0; count--)
      made[pick(random, ['a', 'label', 'output', 'x-1'])] = make(schema.additionalProperties, making, '')
  return made
}

function makeList(schema: Schema, making: Making, field: string): unknown[] {
  const { random, depth } = making
  const least = typeof schema.minItems === 'number' ? schema.minItems : 0
  const most = typeof schema.maxItems === 'number' ? schema.maxItems : 3
  const length = Math.max(least, Math.min(most, depth > 6 ? 0 : upTo(random, 3)))
  return Array.from({ length: Math.min(length, 50) }, () => make(schema.items, making, field.replace(/s$/, '')))
}

const TEXTS = [
  'answers',
  '1.0.0',
  'a',
  'Look into it',
  'default',
  'ä 漢 🙂',
  'timeout after 30 s',
  '0',
  'true',
  '{"a":1}',
]

function makeText({ format, minLength, maxLength }: Schema, { random, names }: Making, field: string): string {
  const known = names[field] ?? names[field.replace(/Ids?$/, 'Id')]
  if (known && known.length > 0 && chance(random, 0.85)) return pick(random, known)
  if (format === 'uuid') return pick(random, names.anyId ?? ['01890a5d-ac96-774b-bcce-b302099a8057'])
  if (format === 'date-time') return new Date(Date.now() - upTo(random, 20) * 86_400_000).toISOString()
  if (format === 'email') return `someone-${upTo(random, 9)}@example.test`
  if (format === 'uri') return pick(random, ['http://127.0.0.1:9/', 'https://hooks.example.test/in'])
  const text = pick(random, TEXTS)
  const least = typeof minLength === 'number' ? minLength : 0
  const most = typeof maxLength === 'number' ? maxLength : 1_000
  return text.padEnd(Math.min(least, 1_000), 'x').slice(0, most)
}

function makeNumber({ minimum, maximum, exclusiveMinimum }: Schema, random: Random, isWhole: boolean): number {
  const floor = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + (isWhole ? 1 : 0.001) : 0
  const least = Math.max(typeof minimum === 'number' ? minimum : floor, -1_000)
  const most = Math.max(least, Math.min(typeof maximum === 'number' ? maximum : 10, least + 50))
  const value = least + random() * (most - least)
  return isWhole ? Math.floor(value) : value
}

function anything(random: Random): unknown {
  return pick<unknown>(random, ['text', 7, 0.5, true, null, [], {}, { a: [1, { b: 'c' }] }, ['a', 'b']])
}

function resolve(root: Schema, ref: string): unknown {
  let at: unknown = root
  for (const part of ref.replace(/^#\/?/, '').split('/').filter(Boolean))
    at = isRecord(at) ? at[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  return at
}
