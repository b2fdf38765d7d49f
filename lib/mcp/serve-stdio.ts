import { type StdioServerHandle, StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { CallOptions } from '@/lib/api/call'
import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import type { Listing } from './listing'
import { makeServer } from './make-server'
import { remoteExecutor } from './remote-executor'
import { tools } from './tools'

/**
 * Serves MCP on standard input and output, and executes each call at the desk over REST. Tools are listed even if the desk is
 * unreachable; one that the key may not use fails when it is called. Ends when standard input closes.
 */
export function serveTools(desk: CallOptions, listing: Listing, onerror: (error: Error) => void): StdioServerHandle {
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MAX_BODY_BYTES })
  return serveStdio(() => makeServer({ tools, listing, run: remoteExecutor(desk), mayRead: true }), {
    transport,
    onerror,
  })
}
