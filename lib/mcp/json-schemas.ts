import { z } from 'zod'
import { errorBody } from '@/lib/contracts/errors'

export type JsonSchema = z.core.JSONSchema.JSONSchema

/** Input of a tool as a JSON Schema 2020-12 object. */
export function inputSchemaOf(schema: z.ZodType): JsonSchema {
  return convert(schema, 'input')
}

/**
 * Output of a tool: that of the contract, or the error of a failed call. Clients validate every answer against it, including those
 * with `isError`.
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
    // A later version may add fields to an answer; a client with a cached schema must not reject them.
    else if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  }
  const { '~standard': _, ...json } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, override })
  return json
}

/** Drops redundant keywords: the pattern of a date format alone is longer than most schemas. */
function shorten(schema: JsonSchema): void {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.propertyNames && JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames
  if (schema.additionalProperties && Object.keys(schema.additionalProperties).length === 0)
    schema.additionalProperties = true
  // Not every client supports boolean schemas.
  if (schema.prefixItems && schema.items === false) {
    delete schema.items
    Object.assign(schema, { minItems: schema.prefixItems.length, maxItems: schema.prefixItems.length })
  }
}

/** Some model providers allow only a single `type`; alternatives become `anyOf`. */
function makePortable(schema: JsonSchema): void {
  const { type } = schema
  if (!Array.isArray(type)) return
  delete schema.type
  schema.anyOf = type.map((one) => ({ type: one }))
}
