import { ApiError } from '@/lib/api/api-error'
import { call } from '@/lib/api/call'
import { getProjectStatus } from '@/lib/contracts/projects'
import { type ConnectionOptions, deskOf, withConnection } from '../connection'
import { UsageError } from '../exit-codes'
import type { AddCommands } from '../terminal'

/** `veritas mcp`: serves the tools of a desk over stdio, for hosts that start servers as commands. */
export const mcpCommand: AddCommands = (program, terminal) => {
  withConnection(
    program
      .command('mcp')
      .description('Serve the MCP tools of a desk on standard input and output. Started by an MCP host.')
      .option('--toolsets <names>', 'list only these: runs, gates, quality, judgement, thinking')
      .option('--schemas <kind>', 'short, or full: complete input and output schemas', 'short'),
  ).action(async (flags: ConnectionOptions & { toolsets?: string; schemas: string }) => {
    const desk = { ...deskOf(flags, terminal), via: 'mcp' as const }
    // Imported lazily, so that the other commands start faster.
    const [{ serveTools }, { readListing }] = await Promise.all([
      import('@/lib/mcp/serve-stdio'),
      import('@/lib/mcp/listing'),
    ])
    serveTools(desk, listingOf(flags, readListing), (error) => terminal.note(`veritas mcp: ${error.message}`))
    await call(getProjectStatus, {}, desk).catch((error: unknown) => {
      if (mayStillServe(error)) return
      terminal.note(`veritas mcp: ${flags.url}: ${error instanceof Error ? error.message : error}`)
      terminal.note('Tools are listed, and answer with an error until the desk can be reached with a valid key.')
    })
  })
}

function listingOf<T>(flags: { toolsets?: string; schemas: string }, read: (asked: typeof flags) => T): T {
  try {
    return read(flags)
  } catch (error) {
    throw new UsageError(error instanceof Error ? `--${error.message}` : String(error))
  }
}

/** A write-only key may not read the status of the desk, but is still valid. */
function mayStillServe(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'forbidden'
}
