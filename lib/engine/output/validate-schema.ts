import type { ErrorObject } from 'ajv'
import { type CompiledSchema, compileSchema } from '@/lib/engine/output/compile-schema'
import { childPath, pointerToPath } from '@/lib/engine/output/json-path'
import { PatternUnanswered } from '@/lib/engine/output/schema-pattern'

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
export type SchemaVerdict =
  | { ok: true }
  | { ok: false; errors: SchemaError[] }
  | { ok: 'schema_error'; message: string }

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
