import { pipeline } from 'node:stream'
import { type StdioServerHandle, StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { ApiError } from '@/lib/api/api-error'
import { type CallOptions, call } from '@/lib/api/call'
import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import { parseInput } from '@/lib/contracts/input-issues'
import { invalidInput } from '@/lib/operations/errors'
import { asOutput, type Outcome, type RunTool } from './call-tool'
import { exactLines } from './exact-lines'
import type { Listing } from './listing'
import { makeServer } from './make-server'
import { tools } from './tools'

/**
 * Serves MCP on standard input and output, and executes each call at the desk over REST. Tools are listed even if the desk is
 * unreachable; one that the key may not use fails when it is called. Ends when standard input closes.
 */
export function serveTools(desk: CallOptions, listing: Listing, onerror: (error: Error) => void): StdioServerHandle {
  const lines = pipeline(process.stdin, exactLines(MAX_BODY_BYTES), () => undefined)
  const transport = new StdioServerTransport(lines, process.stdout, { maxBufferSize: MAX_BODY_BYTES })
  return serveStdio(() => makeServer({ tools, listing, run: remoteExecutor(desk), mayRead: true }), {
    transport,
    onerror,
  })
}

/** Forwards tools to a desk over REST. Does not retry: that is up to the caller. */
function remoteExecutor(options: CallOptions): RunTool {
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
