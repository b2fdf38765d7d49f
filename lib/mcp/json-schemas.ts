import { z } from 'zod'
import { errorBody } from '@/lib/contracts/errors'

export type JsonSchema = z.core.JSONSchema.JSONSchema

/** What a tool takes, as JSON Schema 2020-12 of an object. */
export function inputSchemaOf(schema: z.ZodType): JsonSchema {
  return convert(schema, 'input')
}

/**
 * What a tool answers: its output, or the error of a call that failed. Clients check every answer against this, those
 * with `isError` as well, so both are in it.
 */
export function outputSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema, $defs, ...output } = convert(schema, 'output')
  const { $schema: _, ...error } = convert(errorBody, 'output')
  return { ...($schema && { $schema }), type: 'object', anyOf: [output, error], ...($defs && { $defs }) }
}

function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const override = ({ jsonSchema }: { jsonSchema: JsonSchema }) => {
    shorten(jsonSchema)
    if (io === 'input') makePortable(jsonSchema)
    // A later desk may add fields to an answer, and a client that kept this schema must not refuse them.
    else if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  }
  const { '~standard': _, ...json } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, override })
  return json
}

/** Leaves out what says nothing, or what the format says: the expression of a date alone is longer than most schemas. */
function shorten(schema: JsonSchema): void {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.propertyNames && JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames
  if (schema.additionalProperties && Object.keys(schema.additionalProperties).length === 0)
    schema.additionalProperties = true
  // Not every client reads a schema that is no object.
  if (schema.prefixItems && schema.items === false) {
    delete schema.items
    Object.assign(schema, { minItems: schema.prefixItems.length, maxItems: schema.prefixItems.length })
  }
}

/** Some model providers take a single type at a place, and say the rest by alternatives. */
function makePortable(schema: JsonSchema): void {
  const { type } = schema
  if (!Array.isArray(type)) return
  delete schema.type
  schema.anyOf = type.map((one) => ({ type: one }))
}
