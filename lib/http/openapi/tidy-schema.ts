import type { SchemaObject } from '@/lib/contracts/openapi'

/** Applies `change` to a schema and everything in it, innermost first. */
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

/** Every reference in a schema. */
export function refsOf(schema: SchemaObject): string[] {
  const refs: string[] = []
  mapSchema(schema, (part) => {
    if (part.$ref !== undefined) refs.push(part.$ref)
    return part
  })
  return refs
}

/**
 * Says the same in fewer words: formats without their pattern, no bounds that are those of every whole number, one list
 * of alternatives instead of a nested one. In an answer unknown fields are left open: more may be added.
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

/** Readers that know no `prefixItems` take a tuple for a list of these. */
function anyOfThese(parts: readonly SchemaObject[]): SchemaObject {
  const different = [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()]
  return different.length === 1 && different[0] ? different[0] : { anyOf: different }
}

/**
 * The same with what holds when a field is left out said in its description. Generators take a `default` for a promise
 * that the field is there, and would then ask for it in what is sent.
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

/** An object with a value for each of certain keys has these as its fields. */
function nameFields(schema: SchemaObject): SchemaObject {
  const { propertyNames, additionalProperties, ...rest } = schema
  const keys = rest.required ?? propertyNames?.enum?.map(String)
  if (!propertyNames || !keys || typeof additionalProperties !== 'object') return schema
  return { ...rest, properties: Object.fromEntries(keys.map((key) => [key, additionalProperties])) }
}

function flatten(schema: SchemaObject): SchemaObject {
  if (!schema.anyOf) return schema
  if (schema.anyOf.some((part) => Object.keys(part).length === 0)) {
    // One alternative is any value at all.
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
  const [value] = anyOf.filter((part) => part.type !== 'null')
  const hasNull = anyOf.some((part) => part.type === 'null' && Object.keys(part).length === 1)
  if (!hasNull || typeof value?.type !== 'string' || value.const !== undefined) return schema
  return {
    ...value,
    ...rest,
    type: [value.type, 'null'],
    ...(value.enum && { enum: [...value.enum, null] }),
  }
}
