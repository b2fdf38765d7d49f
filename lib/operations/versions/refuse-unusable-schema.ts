import { compileSchema } from '@/lib/engine/output/compile-schema'
import { invalidInput } from '../errors'

/**
 * A schema that cannot be compiled would fail every run of the version: better said now.
 * @throws invalid_input naming `contract.schema`
 */
export function refuseUnusableSchema(schema: unknown): void {
  if (schema === undefined) return
  const compiled = compileSchema(schema)
  if ('message' in compiled) throw invalidInput([{ path: 'contract.schema', message: compiled.message }])
}
