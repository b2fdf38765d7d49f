import type { ProjectContext } from '../context'
import { inEngine } from '../engine-pool/ask'
import { TooSlow } from '../engine-pool/pool'
import { invalidInput } from '../errors'

/**
 * Rejects a schema that cannot be compiled, since it would fail every run of the version.
 * @throws invalid_input naming `contract.schema`
 */
export async function refuseUnusableSchema(ctx: ProjectContext, schema: unknown): Promise<void> {
  if (schema === undefined) return
  const message = await inEngine(ctx, 'find_schema_fault', schema).catch((error: unknown) => {
    if (error instanceof TooSlow) return error.message
    throw error
  })
  if (message !== null) throw invalidInput([{ path: 'contract.schema', message }])
}
