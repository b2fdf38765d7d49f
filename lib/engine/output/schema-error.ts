import type { ErrorObject } from 'ajv'
import { childPath, pointerToPath } from './texts'

/** One fault of a value: the keyword that failed, the JSON path `$.a[0].b`, and words for a person. */
export interface SchemaError {
  code: string
  path: string
  message: string
}

/** A schema ready to check values. Both functions may throw, as on a value that is nested too deeply. */
export interface CompiledSchema {
  accepts: (value: unknown) => boolean
  /** The faults of a value that is not accepted, `max` of them at most, and how many there are in all. */
  faults: (value: unknown, max: number) => { errors: SchemaError[]; total: number }
}

/** Thrown during a check when a pattern has no answer within bounded time. */
export class PatternUnanswered extends Error {}

/** Says a fault that the validator found in `value`, which stands at `at` in the output. */
export function toSchemaError(error: ErrorObject, value: unknown, at = '$'): SchemaError {
  const path = pointerToPath(error.instancePath, value, at)
  const { missingProperty, additionalProperty, allowedValues, allowedValue } = error.params
  const key = missingProperty ?? additionalProperty
  const message = messageOf(error, allowedValues ?? allowedValue)
  return { code: error.keyword || 'false schema', path: typeof key === 'string' ? childPath(path, key) : path, message }
}

function messageOf(error: ErrorObject, allowed: unknown): string {
  if (typeof error.params.missingProperty === 'string') return 'is required'
  const message = (error.message ?? 'is not valid').replace('must NOT', 'must not')
  return allowed === undefined ? message : `${message}: ${JSON.stringify(allowed).slice(0, 200)}`
}
