import { ApiError } from '@/lib/api/api-error'
import { type CallOptions, call } from '@/lib/api/call'
import { parseInput } from '@/lib/contracts/input-issues'
import { invalidInput } from '@/lib/operations/errors'
import type { RunTool } from './call-tool'
import { asOutput, type Outcome } from './results'

/** Forwards tools to a desk over REST. Does not retry: that is up to the caller. */
export function remoteExecutor(options: CallOptions): RunTool {
  return async (contract, input, signal) => {
    // Validated first, since an invalid input may not fit into a URL.
    const parsed = parseInput(contract.input, input)
    if (parsed.issues) {
      const { code, message, issues } = invalidInput(parsed.issues)
      return { ok: false, error: { code, message, issues: [...issues], requestId: '' }, retryAfterS: null }
    }
    try {
      return { ok: true, output: asOutput(await call(contract, input, { ...options, signal })) }
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason
      return toFailure(reason)
    }
  }
}

function toFailure({ code, message, issues, requestId, retryAfterS }: ApiError): Outcome {
  return { ok: false, error: { code, message, issues: [...issues], requestId: requestId ?? '' }, retryAfterS }
}
