import type { ErrorObject } from 'ajv'
import { childPath, pointerToPath } from './texts'

/** An error in a value: the keyword that failed, the JSON path `$.a[0].b`, and a message for people. */
export interface SchemaError {
  code: string
  path: string
  message: string
}

/** A schema ready to check values. Both functions may throw, for example on a value that is nested too deeply. */
export interface CompiledSchema {
  accepts: (value: unknown) => boolean
  /** Returns the errors of a rejected value, at most `max` of them, and their total number. */
  faults: (value: unknown, max: number) => { errors: SchemaError[]; total: number }
}

/** Thrown during a check when a pattern cannot be decided within bounded time. */
export class PatternUnanswered extends Error {}

/** Converts a validator error in `value`, located at `at` in the output. */
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
