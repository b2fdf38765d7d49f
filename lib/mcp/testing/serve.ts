import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'

type Handler = (request: Request) => Response | Promise<Response>

/** Serves web handlers, by method, on a free port until the test ends. Returns the URL. */
export async function serve(handlers: Readonly<Record<string, Handler>>): Promise<URL> {
  // A process that is busy for seconds must not close a connection the client is about to reuse.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => void pass(handlers, incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return new URL(`http://127.0.0.1:${port}/api/mcp`)
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
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}
