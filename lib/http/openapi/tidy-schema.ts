import type { SchemaObject } from '@/lib/contracts/openapi'

/** Applies `change` to a schema and all nested schemas, innermost first. */
export function mapSchema(schema: SchemaObject, change: (part: SchemaObject) => SchemaObject): SchemaObject {
  const inner = (part: SchemaObject) => mapSchema(part, change)
  const lists = (['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const).flatMap((key) =>
    schema[key] ? [[key, schema[key].map(inner)] as const] : [],
  )
  return change({
    ...schema,
    ...Object.fromEntries(lists),
    ...(schema.properties && {
      properties: Object.fromEntries(Object.entries(schema.properties).map(([name, part]) => [name, inner(part)])),
    }),
    ...(schema.items && { items: inner(schema.items) }),
    ...(schema.propertyNames && { propertyNames: inner(schema.propertyNames) }),
    ...(typeof schema.additionalProperties === 'object' && {
      additionalProperties: inner(schema.additionalProperties),
    }),
  })
}

/** Returns the references in a schema, in order, with repetitions. */
export function refsOf(schema: SchemaObject): string[] {
  const refs: string[] = []
  mapSchema(schema, (part) => {
    if (part.$ref !== undefined) refs.push(part.$ref)
    return part
  })
  return refs
}

/**
 * Shortens a schema without changing its meaning: formats without their pattern, no safe-integer bounds, flattened alternatives. In
 * outputs additional fields stay allowed, since more may be added later.
 */
export function tidySchema(schema: SchemaObject, isInput: boolean): SchemaObject {
  return mapSchema(schema, (part) => joinNull(flatten(nameFields(withoutNoise(part, isInput)))))
}

function withoutNoise(schema: SchemaObject, isInput: boolean): SchemaObject {
  const kept = { ...schema }
  if (kept.format !== undefined) delete kept.pattern
  if (kept.minimum === Number.MIN_SAFE_INTEGER) delete kept.minimum
  if (kept.maximum === Number.MAX_SAFE_INTEGER) delete kept.maximum
  if (kept.prefixItems) kept.items = anyOfThese(kept.prefixItems)
  if (!isInput && kept.additionalProperties === false) delete kept.additionalProperties
  if (kept.propertyNames?.type === 'string' && Object.keys(kept.propertyNames).length === 1) delete kept.propertyNames
  return kept
}

/** Tools without support for `prefixItems` read a tuple as a list of these. */
function anyOfThese(parts: readonly SchemaObject[]): SchemaObject {
  const different = [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()]
  return different.length === 1 && different[0] ? different[0] : { anyOf: different }
}

/**
 * Moves defaults into the descriptions. Code generators read a `default` as a guarantee that the field is present, and would then
 * require it in requests.
 */
export function withoutDefaults(schema: SchemaObject): SchemaObject {
  return mapSchema(schema, (part) => {
    const { default: value, ...rest } = part
    if (value === undefined) return part
    const words = `Default: \`${JSON.stringify(value)}\`.`
    const { description } = rest
    return { ...rest, description: description ? `${description.replace(/[^.!?)]$/, '$&.')} ${words}` : words }
  })
}

/** Expands a record with fixed keys into properties. */
function nameFields(schema: SchemaObject): SchemaObject {
  const { propertyNames, additionalProperties, ...rest } = schema
  const keys = rest.required ?? propertyNames?.enum?.map(String)
  if (!propertyNames || !keys || typeof additionalProperties !== 'object') return schema
  return { ...rest, properties: Object.fromEntries(keys.map((key) => [key, additionalProperties])) }
}

function flatten(schema: SchemaObject): SchemaObject {
  if (!schema.anyOf) return schema
  if (schema.anyOf.some((part) => Object.keys(part).length === 0)) {
    // One alternative allows any value.
    const { anyOf: _, ...rest } = schema
    return rest
  }
  const isBare = (part: SchemaObject) => part.anyOf !== undefined && Object.keys(part).length === 1
  return { ...schema, anyOf: schema.anyOf.flatMap((part) => (isBare(part) ? (part.anyOf ?? []) : [part])) }
}

/** `anyOf: [{ type: number }, { type: null }]` as `type: [number, null]`. */
function joinNull(schema: SchemaObject): SchemaObject {
  const { anyOf, ...rest } = schema
  if (anyOf?.length !== 2) return schema
  const value = anyOf.find((part) => part.type !== 'null')
  const hasNull = anyOf.some((part) => part.type === 'null' && Object.keys(part).length === 1)
  if (!hasNull || typeof value?.type !== 'string' || value.const !== undefined) return schema
  return {
    ...value,
    ...rest,
    type: [value.type, 'null'],
    ...(value.enum && { enum: [...value.enum, null] }),
  }
}
