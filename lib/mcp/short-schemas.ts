import { z } from 'zod'
import { errorBody } from '@/lib/contracts/errors'
import { restoreDefault, type SchemaOverride } from '@/lib/contracts/rendered-defaults'

/** A nested object is listed field by field up to this many characters, else as one line of its description. */
const MAX_LISTED = 450
const MAX_SKETCH = 900

type Schema = Exclude<JsonSchema, boolean>

/**
 * Short form of an input schema for models: names, types, descriptions and choices, in keywords supported by every provider's function
 * calling. Limits are left out, and large nested objects become a line such as `{id: string, op: string, value?}`. The desk still validates
 * against the full schema, and names every invalid field.
 */
export function shortSchema(schema: JsonSchema): JsonSchema {
  return object(schema, true)
}

function object({ properties = {}, required, description }: JsonSchema, isRoot: boolean): JsonSchema {
  const shown = Object.entries(properties).map(([name, field]) => [name, short(field, isRoot)])
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(shown),
    ...(required && required.length > 0 && { required }),
  }
}

function short(field: boolean | JsonSchema, mayList: boolean): JsonSchema {
  if (typeof field === 'boolean') return {}
  const schema = single(field)
  const { description } = field
  const words = description === undefined ? {} : { description }
  const choices = alternatives(schema)
  if (choices) {
    const sketched = choices.some(isDeep)
    return sketched ? asSketch(schema, description) : { ...words, anyOf: choices.map((choice) => short(choice, false)) }
  }
  if (schema.enum) return { type: jsonType(schema.enum[0]), ...words, enum: schema.enum, ...presetOf(schema) }
  if (schema.const !== undefined) return { type: jsonType(schema.const), ...words, enum: [schema.const] }
  if (schema.type === 'object') {
    const listed = schema.properties && mayList ? { ...object(schema, false), ...words } : null
    if (listed && JSON.stringify(listed).length <= MAX_LISTED) return listed
    return schema.properties || valuesOf(schema)
      ? asSketch(schema, description, 'object')
      : { type: 'object', ...words }
  }
  if (schema.type === 'array') return list(schema, words)
  return { ...(schema.type && { type: schema.type }), ...words, ...limits(schema) } as JsonSchema
}

function list(schema: Schema, words: { description?: string }): JsonSchema {
  const items = typeof schema.items === 'object' && !Array.isArray(schema.items) ? single(schema.items) : {}
  if (!isDeep(items)) return { type: 'array', ...words, items: short(items, false) }
  return { type: 'array', ...words, items: asSketch(items, undefined, items.type === 'object' ? 'object' : undefined) }
}

/** Only limits that add to the type: shares, counts from one, defaults, formats. */
function limits(schema: Schema): JsonSchema {
  const { minimum, maximum, format } = schema
  return {
    ...(minimum !== undefined && minimum >= -1 && { minimum }),
    ...(maximum !== undefined && maximum <= 1000 && { maximum }),
    ...(format !== undefined && format !== 'uuid' && { format }),
    ...presetOf(schema),
  }
}

function presetOf({ default: preset }: Schema): JsonSchema {
  return preset === undefined || typeof preset === 'object' ? {} : { default: preset }
}

function asSketch(schema: Schema, description: string | undefined, type?: 'object'): JsonSchema {
  const line = sketch(schema)
  const cut = line.length > MAX_SKETCH ? `${line.slice(0, MAX_SKETCH)}…` : line
  return {
    ...(type && { type }),
    description: description === undefined ? cut : `${description}${description.endsWith('.') ? ' ' : ': '}${cut}`,
  }
}

/** A shape in TypeScript notation, which is short and understood by every model. */
export function sketch(field: boolean | JsonSchema): string {
  if (typeof field === 'boolean') return 'any'
  const schema = single(field)
  const choices = alternatives(schema)
  if (choices) return choices.map(sketch).join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.prefixItems) return `[${schema.prefixItems.map(sketch).join(', ')}]`
  if (schema.type === 'array') {
    const item = sketch((schema.items as boolean | JsonSchema | undefined) ?? {})
    return / /.test(item) && !/^\{.*\}$/.test(item) ? `(${item})[]` : `${item}[]`
  }
  if (schema.properties) {
    const required = new Set(schema.required)
    const fields = Object.entries(schema.properties).map(([name, value]) => {
      const type = sketch(value)
      return `${name}${required.has(name) ? '' : '?'}${type === 'any' ? '' : `: ${type}`}`
    })
    return `{${fields.join(', ')}}`
  }
  const values = valuesOf(schema)
  if (values) return `{[name]: ${sketch(values)}}`
  return typeof schema.type === 'string' ? schema.type : 'any'
}

const valuesOf = ({ additionalProperties }: Schema) =>
  typeof additionalProperties === 'object' ? additionalProperties : null

const isDeep = (field: JsonSchema): boolean => {
  const schema = single(field)
  if (schema.type === 'array') return isDeep((schema.items as JsonSchema | undefined) ?? {})
  return schema.properties !== undefined || valuesOf(schema) !== null || (alternatives(schema)?.some(isDeep) ?? false)
}

/** Drops null and the string form of query values, which are of no use to a model. */
function single(field: JsonSchema): Schema {
  const { anyOf, type, ...rest } = field
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : []
  if (types.length > 0) return { ...rest, type: types[0] } as Schema
  const choices = anyOf?.filter((choice) => typeof choice === 'object' && choice.type !== 'null') as
    | JsonSchema[]
    | undefined
  const [only] = choices ?? []
  if (!choices || !only) return field
  if (choices.length > 1) return { ...rest, anyOf: choices }
  return { ...single(only), ...rest }
}

const alternatives = ({ anyOf, oneOf }: Schema) => (anyOf ?? oneOf) as JsonSchema[] | undefined

const jsonType = (value: unknown) =>
  (typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'string') as 'string'

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
  const override: SchemaOverride = (rendered) => {
    const { jsonSchema } = rendered
    restoreDefault(rendered)
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
