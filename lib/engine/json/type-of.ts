export const JSON_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const

export type JsonType = (typeof JSON_TYPES)[number]

/** True for the name of a JSON type. */
export function isJsonType(name: unknown): name is JsonType {
  return JSON_TYPES.some((type) => type === name)
}

/** The JSON type of a value; a whole number is a `number` here. Undefined counts as `null`. */
export function typeOf(value: unknown): JsonType {
  if (value === undefined || value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'object' ? 'object' : 'number'
}

/** True when a value is of the expected JSON type; `integer` takes whole numbers, `number` takes both. */
export function hasType(value: unknown, expected: JsonType): boolean {
  return expected === 'integer' ? Number.isInteger(value) : typeOf(value) === expected
}
