import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import packageJson from '@/package.json'
import { callTool, type RunTool } from './call-tool'
import type { JsonSchema } from './json-schemas'
import type { Tool } from './tool'

const INSTRUCTIONS = `Veritas is the review desk for runs of AI agents. Send each run with submit_run: the answer holds its scores and the decision.
The quality tools score, check and classify what you pass to them.
No tool approves or rejects anything: a person does, in the browser. To ask one, call request_review, then wait_for_gate with the id of the gate until it is decided.`

const TOOLS_TTL_MS = 5 * 60_000

/** A server of these tools, for one request over HTTP or one connection over stdio. It keeps nothing between calls. */
export function makeServer(tools: readonly Tool[], run: RunTool): McpServer {
  const server = new McpServer(
    { name: 'veritas', title: 'Veritas', version: packageJson.version },
    {
      capabilities: { tools: { listChanged: false } },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': { ttlMs: TOOLS_TTL_MS, cacheScope: 'private' } },
    },
  )
  for (const tool of tools) {
    const { name, title, description, annotations } = tool
    const schemas = { inputSchema: shown(tool.inputSchema), outputSchema: shown(tool.outputSchema) }
    server.registerTool(name, { title, description, annotations, ...schemas }, (input, ctx) =>
      callTool(tool, input, { run, request: ctx.mcpReq, server: server.server }),
    )
  }
  return server
}

/** A schema that is listed and lets everything through: the desk's own parsing names every field at fault. */
function shown(schema: JsonSchema): StandardSchemaWithJSON {
  const show = () => schema
  return {
    '~standard': {
      version: 1,
      vendor: 'veritas',
      validate: (value) => ({ value }),
      jsonSchema: { input: show, output: show },
    },
  }
}
