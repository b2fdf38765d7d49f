import { Ajv, type ValidateFunction } from 'ajv'
import { isRecord } from '@/lib/contracts/is-record'
import { asText } from '../json/as-text'
import { compileDynamic, leadsNowhere } from './dynamic-schema'
import { dialectOf, needsInterpreter, prepareSchema, type SchemaDialect } from './schema-dialect'
import { type CompiledSchema, PatternUnanswered, type SchemaError, toSchemaError } from './schema-error'

/** Maximum number of errors listed for one value; the rest are counted in a last entry of code `more_errors`. */
export const SCHEMA_ERRORS_MAX = 100

const listableValuesMax = 50_000

/** Result of checking a value. An unusable schema is a separate outcome: neither valid nor invalid. */
type SchemaVerdict = { ok: true } | { ok: false; errors: SchemaError[] } | { ok: 'schema_error'; message: string }

/**
 * Checks a value against a JSON Schema: draft 2020-12, or the draft in `$schema`. Formats are asserted; nothing is fetched. Never throws.
 * An absent value is always an error. For very large values only the first error is reported.
 */
export function validateSchema(schema: unknown, value: unknown): SchemaVerdict {
  const compiled = compileSchema(schema)
  if ('message' in compiled) return { ok: 'schema_error', message: compiled.message }
  if (value === undefined) return { ok: false, errors: [{ code: 'missing', path: '$', message: 'there is no output' }] }
  try {
    return compiled.accepts(value) ? { ok: true } : { ok: false, errors: listFaults(compiled, value) }
  } catch (error) {
    const reason = error instanceof PatternUnanswered ? error.message : 'schema or output is nested too deeply'
    return { ok: 'schema_error', message: `the output cannot be checked: ${reason}` }
  }
}

function listFaults(compiled: CompiledSchema, value: unknown): SchemaError[] {
  const isLarge = !fewerValuesThan(value, listableValuesMax)
  const { errors, total } = compiled.faults(value, isLarge ? 1 : SCHEMA_ERRORS_MAX)
  const left = total - errors.length
  const message = isLarge ? 'the output is too large to list every fault' : `${left} more faults are not listed`
  return isLarge || left > 0 ? [...errors, { code: 'more_errors', path: '$', message }] : errors
}

function fewerValuesThan(value: unknown, limit: number): boolean {
  const waiting = [value]
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen + waiting.length > limit) return false
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    const members = Array.isArray(next) ? next : Object.values(next)
    if (members.length > limit) return false
    for (const member of members) waiting.push(member)
  }
  return true
}

const schemaTextMax = 1_000_000
const cachedSchemasMax = 200
const cachedTextMax = 10_000_000

type Compiled = CompiledSchema | { message: string }

const cache = new Map<string, Compiled>()
let cachedText = 0

/**
 * Compiles a JSON Schema (draft 2020-12 unless `$schema` names 2019-09 or draft 7), or returns why it cannot be used. Results, including
 * failures, are kept in an LRU cache by the schema's text. Schemas that need the interpreter (`$dynamicRef`, `unevaluated*`, embedded
 * resources) must be compiled by `precompileSchema` first.
 */
export function compileSchema(schema: unknown): Compiled {
  const known = recall(schema)
  if (!('read' in known)) return known
  const { read, text } = known
  return isDynamic(read, text) ? { message: 'the schema has not been compiled' } : remember(text, compile(read, text))
}

/**
 * Compiles the schemas that `compileSchema` cannot compile synchronously. Never rejects: the check reports why a schema cannot be compiled.
 */
export async function precompileSchema(schema: unknown): Promise<void> {
  const known = recall(schema)
  if (!('read' in known)) return
  const { read, text } = known
  const draft = isDynamic(read, text)
  if (!draft) return
  const fault = faultOf(draft, read)
  remember(text, fault ?? (await compileDynamic(read, draft.uri).catch((error) => ({ message: reasonOf(error) }))))
}

type Read = { read: Record<string, unknown>; text: string }

function recall(schema: unknown): Compiled | Read {
  if (!isRecord(schema) && typeof schema !== 'boolean') return { message: 'a schema is an object, true or false' }
  const text = textOf(schema)
  if (text === null) return { message: 'the schema is not JSON' }
  if (text.length > schemaTextMax) return { message: `the schema is longer than ${schemaTextMax} characters` }
  const known = cache.get(text)
  if (known) return remember(text, known)
  return { read: typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema, text }
}

function remember(text: string, compiled: Compiled): Compiled {
  if (!cache.delete(text)) cachedText += text.length
  cache.set(text, compiled)
  forgetOldest()
  return compiled
}

function forgetOldest() {
  for (const oldest of cache.keys()) {
    if (cache.size <= cachedSchemasMax && cachedText <= cachedTextMax) break
    cache.delete(oldest)
    cachedText -= oldest.length
  }
}

function textOf(schema: unknown): string | null {
  try {
    return JSON.stringify(schema)
  } catch {
    return null
  }
}

function isDynamic(schema: Record<string, unknown>, text: string): SchemaDialect | null {
  const draft = dialectOf(schema)
  return draft && needsInterpreter(draft, schema, text) ? draft : null
}

function faultOf(draft: SchemaDialect, schema: Record<string, unknown>): { message: string } | null {
  try {
    const fault = draft.faultOf(schema)
    return fault === null ? null : { message: fault.slice(0, 500) }
  } catch (error) {
    return { message: reasonOf(error) }
  }
}

function compile(given: Record<string, unknown>, text: string): Compiled {
  try {
    const schema = prepareSchema(given, text)
    const draft = dialectOf(schema)
    if (!draft)
      return { message: `the draft "${asText(schema.$schema)}" is not supported: use 2020-12, 2019-09 or draft-07` }
    return faultOf(draft, schema) ?? compileStatic(draft, schema)
  } catch (error) {
    return { message: reasonOf(error) }
  }
}

function compileStatic(draft: SchemaDialect, schema: Record<string, unknown>): CompiledSchema {
  const first = draft.create({ allErrors: false }).compile(schema)
  let every: ValidateFunction | undefined
  return {
    accepts: (value) => first(value),
    faults: (value, max) => {
      if (max > 1) every ??= draft.create({ allErrors: true }).compile(schema)
      const validate = max > 1 && every ? every : first
      validate(value)
      const found = validate.errors ?? []
      return { errors: found.slice(0, max).map((error) => toSchemaError(error, value)), total: found.length }
    },
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'the schema is nested too deeply'
  if (error instanceof Ajv.MissingRefError) return `"${error.missingRef}" ${leadsNowhere}`
  return error instanceof Error ? error.message.slice(0, 500) : 'the schema cannot be compiled'
}
