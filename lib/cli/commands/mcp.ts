import type { Command } from 'commander'
import { ApiError } from '@/lib/api/api-error'
import { call } from '@/lib/api/call'
import { getProjectStatus } from '@/lib/contracts/projects'
import { type ConnectionOptions, connect, withConnection } from '../connection'
import type { Terminal } from '../terminal'

/** `veritas mcp`: the tools of a desk for a host that starts its servers as commands. */
export function mcpCommand(program: Command, terminal: Terminal): void {
  withConnection(
    program
      .command('mcp')
      .description('Serve the MCP tools on standard input and output, from a desk elsewhere. A host starts this.'),
  ).action(async (flags: ConnectionOptions) => {
    connect(flags, terminal)
    const desk = { baseUrl: flags.url, apiKey: flags.apiKey, via: 'mcp' as const, fetch: terminal.fetch }
    // Loaded only here: the other commands start without it.
    const { serveTools } = await import('@/lib/mcp/serve-stdio')
    serveTools(desk, (error) => terminal.note(`veritas mcp: ${error.message}`))
    await call(getProjectStatus, {}, desk).catch((error: unknown) => {
      if (mayStillServe(error)) return
      terminal.note(`veritas mcp: ${flags.url}: ${error instanceof Error ? error.message : error}`)
      terminal.note('Tools are listed, and answer with an error until the desk can be reached with a key it knows.')
    })
  })
}

/** A key that only writes may not ask for the state of the desk, and is good all the same. */
function mayStillServe(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'forbidden'
}
