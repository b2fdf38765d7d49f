import type { SchemaObject } from '@/lib/contracts/openapi'
import { nameOf } from './reference-model'

/** Part of a type's description: plain text, or the name of a schema to link to. */
type TypePart = { text: string; shape?: string }

const FORMATS: Record<string, string> = {
  'date-time': 'time',
  uuid: 'UUID',
  email: 'e-mail address',
  uri: 'URL',
}

/** Describes the type of a value: "list of", { shape: "RunRow" }. */
export function typeParts(schema: SchemaObject): TypePart[] {
  if (schema.$ref) return [{ text: nameOf(schema.$ref), shape: nameOf(schema.$ref) }]
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return joinParts(variants.map(typeParts), ' or ')
  if (schema.allOf) return joinParts(schema.allOf.map(typeParts), ' and ')
  if (schema.const !== undefined) return [{ text: JSON.stringify(schema.const) }]
  if (Array.isArray(schema.type))
    return joinParts(
      schema.type.map((type) => typeParts({ ...schema, type })),
      ' or ',
    )
  if (schema.type === 'array') {
    if (schema.prefixItems) return [{ text: '[' }, ...join(schema.prefixItems.map(typeParts), ', '), { text: ']' }]
    return [{ text: 'list of ' }, ...typeParts(schema.items ?? {})]
  }
  if (isMap(schema) && typeof schema.additionalProperties === 'object')
    return [{ text: 'object of ' }, ...typeParts(schema.additionalProperties)]
  return [{ text: FORMATS[schema.format ?? ''] ?? schema.type ?? 'any JSON' }]
}

/** Whether a schema is a map: arbitrary keys with values of one type. */
function isMap({ type, properties, additionalProperties = {} }: SchemaObject): boolean {
  return type === 'object' && !properties && Object.keys(additionalProperties).length > 0
}

/** Describes the constraints of a value: "0 to 1", "at most 200 characters", "default 50". */
export function limitsOf(schema: SchemaObject): string[] {
  return [
    range(schema.minimum, schema.maximum, ''),
    schema.exclusiveMinimum === undefined ? null : `more than ${figure(schema.exclusiveMinimum)}`,
    schema.exclusiveMaximum === undefined ? null : `less than ${figure(schema.exclusiveMaximum)}`,
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minItems, schema.prefixItems ? undefined : schema.maxItems, 'items'),
    schema.pattern === undefined ? null : `matches ${schema.pattern}`,
    schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`,
  ].filter((limit) => limit !== null)
}

function range(min: number | undefined, max: number | undefined, unit: string): string | null {
  if (min === undefined && max === undefined) return null
  const words =
    min === undefined || (unit !== '' && min === 0)
      ? `at most ${figure(max ?? 0)}`
      : max === undefined
        ? `at least ${figure(min)}`
        : `${figure(min)} to ${figure(max)}`
  return unit === '' ? words : `${words} ${unit}`
}

const figure = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 6 })

/** Returns the enum values of a field; empty if it has none. */
export function valuesOf(schema: SchemaObject): string[] {
  const listed = schema.enum ?? schema.items?.enum ?? []
  return listed.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
}

export type FieldsOfSchema = {
  /** Distinguishes the alternatives; null if there is only one. */ title: string | null
  schema: SchemaObject
}

/** Returns the objects with fields in a value: itself, the items of a list, or each alternative. */
export function objectsIn(schema: SchemaObject): FieldsOfSchema[] {
  const found = collect(schema)
  if (found.length < 2) return found.map((object) => ({ title: null, schema: object }))
  return found.map((object, place) => ({ title: titleOf(object) ?? `Form ${place + 1}`, schema: object }))
}

function collect(schema: SchemaObject): SchemaObject[] {
  if (schema.properties && Object.keys(schema.properties).length > 0) return [schema]
  const inner = [
    ...(schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []),
    ...(schema.items ? [schema.items] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ]
  return inner.flatMap(collect)
}

/** Titles an alternative by its name, else by the allowed values of its first field, else by that field's name. */
function titleOf({ title, properties = {} }: SchemaObject): string | null {
  if (title !== undefined) return title
  const [name, first] = Object.entries(properties)[0] ?? []
  if (name === undefined || !first) return null
  const values = first.const === undefined ? first.enum : [first.const]
  return values ? `${name} is ${values.map((value) => String(value)).join(' or ')}` : `With ${name}`
}

/** Joins alternatives without duplicates: two objects with different fields are both described as "object". */
function joinParts(lists: TypePart[][], separator: string): TypePart[] {
  return join([...new Map(lists.map((list) => [list.map(({ text }) => text).join(''), list])).values()], separator)
}

function join(lists: TypePart[][], separator: string): TypePart[] {
  return lists.flatMap((list, place) => (place === 0 ? list : [{ text: separator }, ...list]))
}
