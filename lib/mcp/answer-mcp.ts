import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { log } from '@/lib/log'
import type { Actor, Context } from '@/lib/operations/context'
import { deskUrl } from '@/lib/operations/desk-url'
import { AppError } from '@/lib/operations/errors'
import { registry } from '@/lib/operations/registry'
import { toAppError } from '@/lib/operations/to-app-error'
import { projectHref } from '@/lib/presentation/links'
import { asOutput, type RunTool } from './call-tool'
import { readListing } from './listing'
import { makeServer } from './make-server'
import { calledTool, type Tool, tools } from './tools'

type McpMessage = { request: Request; body: unknown; ctx: Context }

const CLIENT_GONE = 499
const onerror = (error: Error) => log.debug({ err: error }, 'MCP message refused')

/**
 * Answers one Streamable HTTP message, in any revision of the protocol: a new server for each message, no session, no state. The answer is
 * JSON; of a tool that waits and was asked to report progress, it is a stream.
 * @throws AppError forbidden if the key's scopes do not allow the called tool; invalid_input if the URL requests an unknown listing
 */
export async function answerMcp({ request, body, ctx }: McpMessage): Promise<Response> {
  assertMayCall(ctx.actor, body)
  const { searchParams } = new URL(request.url)
  const listing = readListing({ toolsets: searchParams.get('toolsets'), schemas: searchParams.get('schemas') })
  const served = { tools: toolsOf(ctx.actor), mayRead: mayRead(ctx.actor), listing, ...pagesOf(ctx.actor) }
  const make = () => makeServer({ ...served, run: localExecutor(ctx) })
  const isLegacy = await isLegacyRequest(request, body)
  if (!isLegacy) return createMcpHandler(make, { legacy: 'reject', onerror }).fetch(request, { parsedBody: body })
  if (Array.isArray(body)) assertMayBatch(request, body.length)
  return answerLegacy(make(), request, body)
}

/** Revisions before 2026-07-28, which start with a handshake; a call without one is accepted too. */
async function answerLegacy(server: McpServer, request: Request, body: unknown): Promise<Response> {
  const isStreamed = /text\/event-stream/.test(request.headers.get('accept') ?? '') && isToldProgress(body)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !isStreamed })
  transport.onerror = onerror
  await server.connect(transport)
  if (isStreamed) return streamLegacy(server, await transport.handleRequest(request, { parsedBody: body }), request)
  const gone = Promise.withResolvers<Response>()
  request.signal.addEventListener('abort', () => gone.resolve(new Response(null, { status: CLIENT_GONE })), {
    once: true,
  })
  try {
    return await Promise.race([transport.handleRequest(acceptingBoth(request), { parsedBody: body }), gone.promise])
  } finally {
    await server.close()
  }
}

/** Closes the server when the stream has ended or the client is gone. */
function streamLegacy(server: McpServer, { body, status, headers }: Response, { signal }: Request): Response {
  const close = () => server.close()
  signal.addEventListener('abort', close, { once: true })
  return new Response(body?.pipeThrough(new TransformStream({ flush: close })) ?? null, { status, headers })
}

/** Whether the message calls a tool that waits, and names a token for its progress. */
function isToldProgress(body: unknown): boolean {
  const name = calledTool(body)
  if (!tools.some((tool) => tool.name === name && tool.question !== null)) return false
  return progressing.safeParse(body).success
}

const progressing = z.object({
  params: z.object({ _meta: z.object({ progressToken: z.union([z.string(), z.number()]) }) }),
})

/** Adds the stream type required by the SDK: these answers are always JSON, so accepting JSON alone is enough. */
function acceptingBoth({ url, method, headers: sent, signal }: Request): Request {
  const accept = sent.get('accept') ?? '*/*'
  const headers = new Headers(sent)
  if (/\*\/\*|application\/(\*|json)/.test(accept)) headers.set('accept', 'application/json, text/event-stream')
  return new Request(url, { method, headers, signal })
}

const LAST_WITH_BATCHES = '2025-03-26'

const MAX_BATCH = 100

function assertMayBatch(request: Request, count: number): void {
  if (count > MAX_BATCH) throw new AppError('too_large', `a batch of ${count} messages: send at most ${MAX_BATCH}`)
  const revision = request.headers.get('mcp-protocol-version') ?? LAST_WITH_BATCHES
  if (revision > LAST_WITH_BATCHES)
    throw new AppError('invalid_input', `revision ${revision} has no batches: send one message at a time`)
}

const operations = new Map(registry.map((operation) => [operation.contract, operation]))

/** Runs tools in this process, on behalf of the caller of the request. */
function localExecutor(ctx: Context): RunTool {
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

/** The tools allowed by the scopes of a key; none for any other actor. */
function toolsOf(actor: Actor): Tool[] {
  return actor.kind === 'key' ? tools.filter(({ contract }) => actor.scopes.includes(contract.scope)) : []
}

const pagesOf = (actor: Actor) => (actor.kind === 'key' ? { pages: deskUrl(projectHref(actor.project.slug)) } : {})

/** Whether resources and prompts are available to this caller. */
const mayRead = (actor: Actor): boolean => actor.kind === 'key' && actor.scopes.includes('read')

/** @throws AppError forbidden if a message calls an existing tool that the key may not use */
function assertMayCall(actor: Actor, body: unknown): void {
  const held = new Set(toolsOf(actor).map((tool) => tool.name))
  for (const message of Array.isArray(body) ? body : [body]) {
    const name = calledTool(message)
    const tool = tools.find((candidate) => candidate.name === name)
    if (tool && !held.has(tool.name))
      throw new AppError('forbidden', `${tool.name} needs a key with the scope "${tool.contract.scope}"`)
  }
}
