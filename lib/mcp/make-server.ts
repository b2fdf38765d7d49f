import { McpServer, ProtocolError, ProtocolErrorCode, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import packageJson from '@/package.json'
import { callTool, type RunTool } from './call-tool'
import { type Listing, listTools } from './listing'
import { addPrompts } from './prompts'
import { addResources } from './resources'
import type { Tool } from './tools'

const INSTRUCTIONS = `Veritas is the review desk for runs of AI agents. Send each run with submit_run: the answer contains its scores and the decision. A run is judged by what comes with it: contract or criteria, tokens, sources, signals.
The quality tools score, check and classify what you pass to them.
No tool approves or rejects: only a person can, in the browser. To ask for a decision, call request_review, then wait_for_gate with the gate's id until it is decided.
To fix a rejected run, read its get_brief. To learn why a version is worse, call compare_versions, then read the runs it names.
A row of list_runs is about 250 tokens, one of export 700: set limit.
Input schemas are listed in short form. The full schemas of a tool, with examples, are in the resource veritas://tools/{tool}.`

const toPages = (project: string) =>
  `People open a run at ${project}/runs/{runId}, a gate at ${project}/gates/{gateId}, a failure group at ${project}/failures/{fingerprint}.`

const LISTS_TTL_MS = 5 * 60_000

type Served = {
  /** All callable tools; `listing` selects those that are listed. */
  tools: readonly Tool[]
  listing: Listing
  run: RunTool
  /** Whether resources and prompts are offered; they require the scope `read`. */
  mayRead: boolean
  /** Address of the project's pages, if known. */
  pages?: string
}

/** Creates a server of these tools, for one HTTP request or one stdio connection. Stateless between calls. */
export function makeServer({ tools, listing, run, mayRead, pages }: Served): McpServer {
  const listHint = { ttlMs: LISTS_TTL_MS, cacheScope: 'private' as const }
  const server = new McpServer(
    { name: 'veritas', title: 'Veritas', version: packageJson.version },
    {
      capabilities: {
        tools: { listChanged: false },
        ...(mayRead && { resources: { listChanged: false }, prompts: { listChanged: false } }),
      },
      instructions: pages === undefined ? INSTRUCTIONS : `${INSTRUCTIONS}\n${toPages(pages)}`,
      cacheHints: { 'tools/list': listHint, 'prompts/list': listHint, 'resources/templates/list': listHint },
    },
  )
  for (const tool of tools)
    server.registerTool(tool.name, { inputSchema: anything }, (input, ctx) =>
      callTool(tool, input, { run, request: ctx.mcpReq, server: server.server }),
    )
  const listed = listTools(tools, listing)
  server.server.setRequestHandler('tools/list', () => ({ tools: listed }))
  if (mayRead) {
    addResources(server, run)
    addPrompts(server, run)
  }
  refuseCursors(server)
  return server
}

const LISTS = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'] as const

/** Every list is one page, so no cursor was ever given; the SDK's own lists would answer to any with that page again. */
function refuseCursors({ server }: McpServer): void {
  for (const method of LISTS) {
    // biome-ignore lint/complexity/useLiteralKeys: only this way a handler of the SDK can be asked, which is protected.
    const list = server['_getRequestHandler'](method)
    if (!list) continue
    server.setRequestHandler(method, (request, ctx) => {
      if (request.params?.cursor !== undefined)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'cursor: everything is on the first page')
      // The SDK checked it when it was registered; here the types of the four lists are mixed.
      return list({ ...request, jsonrpc: '2.0', id: ctx.mcpReq.id }, ctx) as Promise<never>
    })
  }
}

/** Accepts any input: the operations validate it and name every invalid field. */
const anything: StandardSchemaWithJSON = {
  '~standard': {
    version: 1,
    vendor: 'veritas',
    validate: (value) => ({ value }),
    jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
  },
}
