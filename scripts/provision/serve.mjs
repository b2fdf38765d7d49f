// Serves the built app, as `next start` does, with what that cannot: it answers what Next takes for a fault of its own, and goes on
// answering after SIGTERM until a balancer has noticed, so that no request is broken off.
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import next from 'next'

const { PORT = '3000', HOST = '127.0.0.1', SHUTDOWN_GRACE = '0' } = process.env
// Longer than balancers keep idle connections, so that it is never this side that closes one just as a request comes.
const KEEP_ALIVE_MS = 75_000
const DRAIN_MS = 10_000
const METHODS = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'

let isStopping = false
const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS })
const app = next({ dev: false, hostname: HOST, port: Number(PORT), httpServer: server })
await app.prepare()
const answer = app.getRequestHandler()

server.on('request', (request, response) => {
  if (isStopping) response.shouldKeepAlive = false
  const { method = '', url = '' } = request
  // Next builds a request of the web's kind, which knows neither.
  if (method === 'TRACE' || method === 'TRACK') return refuse(response, 405, 'method_not_allowed', `send ${METHODS}`)
  if (url === '*') return void response.writeHead(204, { allow: METHODS }).end()
  const absolute = url.startsWith('/') ? null : URL.parse(url)
  if (absolute) request.url = absolute.pathname + absolute.search
  else if (!url.startsWith('/')) return refuse(response, 400, 'invalid_input', 'send a path')
  answer(request, response).catch((error) => {
    console.error(error instanceof Error ? error.stack : error)
    if (!response.headersSent) refuse(response, 500, 'internal', 'something went wrong here')
    else response.destroy()
  })
})

server.once('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
server.listen(Number(PORT), HOST)

for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.once(signal, stop)

/** The app itself has heard it too: from now on it is not ready. */
async function stop() {
  isStopping = true
  await sleep(Number(SHUTDOWN_GRACE) * 1000)
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  await Promise.race([closed, sleep(DRAIN_MS)])
  server.closeAllConnections()
  process.exit(0)
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} code
 * @param {string} message
 */
function refuse(response, status, code, message) {
  const body = JSON.stringify({ error: { code, message, issues: [] } })
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  response.writeHead(status, { ...headers, ...(status === 405 && { allow: METHODS }), connection: 'close' }).end(body)
}
