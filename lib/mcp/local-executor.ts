import { log } from '@/lib/log'
import type { Context } from '@/lib/operations/context'
import { registry } from '@/lib/operations/registry'
import { toAppError } from '@/lib/operations/to-app-error'
import type { RunTool } from './call-tool'
import { asOutput } from './results'

const operations = new Map(registry.map((operation) => [operation.contract, operation]))

/** Runs tools in this process, on behalf of the caller of the request. */
export function localExecutor(ctx: Context): RunTool {
  return async (contract, input, signal) => {
    try {
      const operation = operations.get(contract)
      if (!operation) throw new TypeError(`no operation does ${contract.name}`)
      return { ok: true, output: asOutput(await operation.run({ ...ctx, signal }, input)) }
    } catch (reason) {
      const { code, message, issues, retryAfterS = null } = toAppError(reason)
      if (code === 'internal') log.error({ err: reason, requestId: ctx.requestId }, 'tool failed')
      return { ok: false, error: { code, message, issues: [...issues], requestId: ctx.requestId }, retryAfterS }
    }
  }
}
