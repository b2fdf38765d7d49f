// Serves the built app like `next start`, but with its own handling of requests and shutdown.
import { createServer } from 'node:http'
import next from 'next'
import compression from 'next/dist/compiled/compression/index.js'
import { collectAtRest } from './collect-at-rest.mjs'
import { KEEP_ALIVE_MS, openFrontDoor } from './front-door.mjs'
import { paintFirst } from './paint-first.mjs'
import { openStaticFiles } from './static-files.mjs'

const { PORT = '3000', HOST = '127.0.0.1', SHUTDOWN_GRACE = '0', NEXT_DIST_DIR = '.next' } = process.env
// Traces of requests begin in Next.
const isTraced = Boolean(process.env.OTEL_EXPORTER_OTLP_ENDPOINT)

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS })
server.once('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
// In the proxy, Next calls a loopback address localhost. Under another name here, it would send a rewritten request to itself, over the network.
const app = next({ dev: false, hostname: 'localhost', port: Number(PORT), httpServer: server })
await app.prepare()
const compress = compression()
const answerByNext = app.getRequestHandler()
/**
 * Next's own compression, which works on what `paintFirst` made of a page.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
const answer = (request, response) => {
  compress(request, response, () => undefined)
  paintFirst(request, response)
  return answerByNext(request, response)
}
const answerStatic = openStaticFiles(NEXT_DIST_DIR)
/**
 * Lets a route that needs nothing of Next answer, once it is loaded (`lib/http/node-door.ts`).
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
const answerWithoutNext = (request, response) => !isTraced && globalThis.veritasNodeDoor?.(request, response)
openFrontDoor(
  server,
  async (request, response) =>
    (await answerStatic(request, response)) ||
    (await answerWithoutNext(request, response)) ||
    answer(request, response),
  Number(SHUTDOWN_GRACE) * 1000,
)
server.listen(Number(PORT), HOST)
collectAtRest()
