import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import { mcpRoute, noMcpSession } from '@/lib/http/mcp-route'
import { createKey } from '@/lib/operations/keys/keys'
import { makeProject, type TestProject } from '@/lib/operations/testing/factories'
import { startLoopbackServer } from '@/lib/operations/testing/loopback-server'
import { answerMcp } from '../answer-mcp'
import { exactIn } from '../tools'

export const LEGACY = '2025-11-25'
export const MODERN = '2026-07-28'
export const eras = [LEGACY, MODERN] as const
export type Era = (typeof eras)[number]

type ConnectOptions = {
  secret?: string
  capabilities?: ClientOptions['capabilities']
  /** Query string of the URL. */
  search?: string
}

type McpDesk = {
  project: TestProject
  url: URL
  /** Secret of a key with scopes read and write. */
  secret: string
  makeSecret: (scopes: ('read' | 'write')[]) => Promise<string>
  connect: (era: Era, options?: ConnectOptions) => Promise<Client>
  /** Plain HTTP, for requests the client would not send. */
  post: (body: unknown, headers?: Record<string, string>) => Promise<Response>
}

/** The real route behind a real HTTP server, for the given project or a new one. */
export async function makeMcpDesk(given?: TestProject): Promise<McpDesk> {
  const project = given ?? (await makeProject())
  const url = await serve({ GET: noMcpSession, POST: mcpRoute(answerMcp, exactIn), DELETE: noMcpSession })
  const makeSecret = async (scopes: ('read' | 'write')[]) =>
    (await createKey.run(await project.as('admin'), { name: 'agent', scopes })).secret
  const secret = await makeSecret(['read', 'write'])
  return {
    project,
    url,
    secret,
    makeSecret,
    connect: (era, { capabilities = {}, search = '', ...options } = {}) =>
      connect(new URL(search, url), options.secret ?? secret, era, capabilities),
    post: (body, headers = {}) =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${secret}`,
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  }
}

async function connect(url: URL, secret: string, era: Era, capabilities: NonNullable<ClientOptions['capabilities']>) {
  const mode = era === MODERN ? { pin: MODERN } : 'legacy'
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities, versionNegotiation: { mode } })
  const requestInit = { headers: { authorization: `Bearer ${secret}` } }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
  onTestFinished(() => client.close())
  return client
}

/** The content of a result with text parts only. */
export function textsOf(result: { content: readonly unknown[] }) {
  return result.content as { type: string; text: string }[]
}

type Handler = (request: Request) => Response | Promise<Response>

/** Serves web handlers, by method, on a free port until the test ends. Returns the URL. */
export async function serve(handlers: Readonly<Record<string, Handler>>): Promise<URL> {
  const { origin, close } = await startLoopbackServer((incoming, outgoing) => void pass(handlers, incoming, outgoing))
  onTestFinished(close)
  return new URL(`${origin}/api/mcp`)
}

async function pass(handlers: Readonly<Record<string, Handler>>, incoming: IncomingMessage, outgoing: ServerResponse) {
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort())
  const { method = 'GET', headers, url } = incoming
  const request = new Request(new URL(url ?? '/', `http://${headers.host}`), {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    signal: gone.signal,
    ...(method === 'POST' && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  })
  const response = await (handlers[method] ?? (() => new Response(null, { status: 405 })))(request)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  for await (const chunk of response.body ?? []) outgoing.write(chunk)
  outgoing.end()
}
