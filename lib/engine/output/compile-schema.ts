import { Ajv, type ValidateFunction } from 'ajv'
import { isRecord } from '@/lib/contracts/is-record'
import { findUnsure, type Unsure } from '@/lib/engine/output/find-unsure'
import { prepareSchema } from '@/lib/engine/output/prepare-schema'
import { dialectOf } from '@/lib/engine/output/schema-dialect'

const schemaTextMax = 1_000_000
const cachedSchemasMax = 200
const cachedTextMax = 10_000_000

/**
 * One schema, ready to check values: `first` stops at the first fault, `every` gives the validator that lists them all.
 * `unsure` says of which values that are found valid one cannot be sure.
 */
export interface CompiledSchema {
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
