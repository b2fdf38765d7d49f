import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { isRecord } from '@/lib/contracts/is-record'
import { dialectOf, PatternUnanswered, prepareSchema } from './schema-dialect'
import { childPath, pointerToPath } from './texts'
import { findUnsure, type Unsure } from './unsure'

/** Faults listed for one value; what is over is counted in a last entry of code `more_errors`. */
export const SCHEMA_ERRORS_MAX = 100

const listableValuesMax = 50_000

/** One fault of a value: the keyword that failed, the JSON path `$.a[0].b`, and words for a person. */
export interface SchemaError {
  code: string
  path: string
  message: string
}

/** The verdict on a value. A schema that cannot be used is its own outcome: neither valid nor invalid. */
type SchemaVerdict = { ok: true } | { ok: false; errors: SchemaError[] } | { ok: 'schema_error'; message: string }

/**
 * Checks a value against a JSON Schema: draft 2020-12, or the draft `$schema` names; formats are asserted; nothing is fetched.
 * Never throws. An absent value is a fault, whatever the schema. Very large values are told their first fault only. Where the
 * validator is known to call some wrong values valid, a value that it finds no fault in is not called valid either.
 */
export function validateSchema(schema: unknown, value: unknown): SchemaVerdict {
  const compiled = compileSchema(schema)
  if ('message' in compiled) return { ok: 'schema_error', message: compiled.message }
  if (value === undefined) return { ok: false, errors: [{ code: 'missing', path: '$', message: 'there is no output' }] }
  try {
    if (!compiled.first(value)) return { ok: false, errors: faults(compiled, value) }
    if (!compiled.unsure?.concerns(value)) return { ok: true }
    const { reason } = compiled.unsure
    return { ok: 'schema_error', message: `the output cannot be checked: this validator may misread ${reason}` }
  } catch (error) {
    const reason = error instanceof PatternUnanswered ? error.message : 'schema or output is nested too deeply'
    return { ok: 'schema_error', message: `the output cannot be checked: ${reason}` }
  }
}

function faults(compiled: CompiledSchema, value: unknown): SchemaError[] {
  if (!fewerValuesThan(value, listableValuesMax)) {
    const [first] = compiled.first.errors ?? []
    const more = { code: 'more_errors', path: '$', message: 'the output is too large to list every fault' }
    return first ? [toError(first, value), more] : [more]
  }
  const every = compiled.every()
  every(value)
  const errors = every.errors ?? []
  const listed = errors.slice(0, SCHEMA_ERRORS_MAX).map((error) => toError(error, value))
  const left = errors.length - listed.length
  if (left > 0) listed.push({ code: 'more_errors', path: '$', message: `${left} more faults are not listed` })
  return listed
}

function toError(error: ErrorObject, value: unknown): SchemaError {
  const at = pointerToPath(error.instancePath, value)
  const { missingProperty, additionalProperty, unevaluatedProperty, allowedValues, allowedValue } = error.params
  const key = missingProperty ?? additionalProperty ?? unevaluatedProperty
  const message = messageOf(error, allowedValues ?? allowedValue)
  return { code: error.keyword || 'false schema', path: typeof key === 'string' ? childPath(at, key) : at, message }
}

function messageOf(error: ErrorObject, allowed: unknown): string {
  if (typeof error.params.missingProperty === 'string') return 'is required'
  const message = (error.message ?? 'is not valid').replace('must NOT', 'must not')
  return allowed === undefined ? message : `${message}: ${JSON.stringify(allowed).slice(0, 200)}`
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

/**
 * One schema, ready to check values: `first` stops at the first fault, `every` gives the validator that lists them all.
 * `unsure` says of which values that are found valid one cannot be sure.
 */
interface CompiledSchema {
  unsure: Unsure | null
  first: ValidateFunction
  every: () => ValidateFunction
}

type Compiled = CompiledSchema | { message: string }

const cache = new Map<string, Compiled>()
let cachedText = 0

/**
 * Compiles a JSON Schema (draft 2020-12 unless `$schema` names 2019-09 or draft 7), or says why it cannot be used.
 * Results, faults included, are remembered by the schema's text; the least recently used go first.
 */
export function compileSchema(schema: unknown): Compiled {
  if (!isRecord(schema) && typeof schema !== 'boolean') return { message: 'a schema is an object, true or false' }
  const text = textOf(schema)
  if (text === null) return { message: 'the schema is not JSON' }
  if (text.length > schemaTextMax) return { message: `the schema is longer than ${schemaTextMax} characters` }
  const known = cache.get(text)
  if (known) cache.delete(text)
  const compiled = known ?? compile(typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema, text)
  if (!known) cachedText += text.length
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

function compile(given: Record<string, unknown>, text: string): Compiled {
  try {
    const schema = prepareSchema(given, text)
    const dialect = dialectOf(schema)
    if (!dialect)
      return { message: `the draft "${String(schema.$schema)}" is not supported: use 2020-12, 2019-09 or draft-07` }
    const fault = dialect.faultOf(schema)
    if (fault) return { message: fault.slice(0, 500) }
    const first = dialect.create({ allErrors: false }).compile(schema)
    let every: ValidateFunction | undefined
    return {
      unsure: findUnsure(given, text),
      first,
      every: () => {
        every ??= dialect.create({ allErrors: true }).compile(schema)
        return every
      },
    }
  } catch (error) {
    return { message: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'the schema is nested too deeply'
  if (error instanceof Ajv.MissingRefError)
    return `"${error.missingRef}" does not lead into the schema; references to other documents are not followed`
  return error instanceof Error ? error.message.slice(0, 500) : 'the schema cannot be compiled'
}
