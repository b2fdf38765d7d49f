import { setTimeout as sleep } from 'node:timers/promises'
import { askWhyNotReady, watchPage } from './waiting-page.mjs'

// Longer than balancers keep idle connections, so that it is never this side that closes one just as a request comes.
export const KEEP_ALIVE_MS = 75_000
const DRAIN_MS = 10_000
const LINGER_MS = 2_000
const METHODS = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'

/**
 * Lets requests in to `answer`, and answers what Next takes for a fault of its own. Told to stop (SIGTERM), it goes on for `graceMs`, in
 * which a balancer learns from /readyz to send no more, then takes nothing new, lets what is under way end, and ends the process.
 * @param {import('node:http').Server} server
 * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<unknown>} answer
 * @param {number} graceMs
 */
export function openFrontDoor(server, answer, graceMs) {
  let isStopping = false
  server.on('request', (request, response) => {
    // Whoever asks again comes on a new connection, which a balancer gives to another.
    if (isStopping) response.shouldKeepAlive = false
    partEarly(request, response)
    const refusal = refusalOf(request)
    if (refusal) return refuse(response, ...refusal)
    watchPage(request, response, () => askWhyNotReady(server))
    answer(request, response).catch((error) => {
      console.error(error instanceof Error ? error.stack : error)
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'internal', 'something went wrong here')
    })
  })
  const stop = async () => {
    isStopping = true
    await sleep(graceMs)
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    await Promise.race([closed, sleep(DRAIN_MS)])
    process.exit(0)
  }
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.once(signal, stop)
}

/**
 * Where a request is answered before its end, says so and ends the connection: what is left of the body would hold up the next request
 * for good. The client has two seconds to read the answer, which a reset could lose.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
function partEarly(request, response) {
  const { socket } = request
  const { writeHead } = response
  response.writeHead = (/** @type {any[]} */ ...head) => {
    if (!request.complete) {
      response.shouldKeepAlive = false
      socket.destroySoon = () => {
        socket.end()
        const timer = setTimeout(() => socket.destroy(), LINGER_MS)
        socket.once('close', () => clearTimeout(timer))
      }
    }
    return Reflect.apply(writeHead, response, head)
  }
}

/**
 * Why a request is not passed on: Next makes one of the web's kind of it, which knows neither these methods nor a target without a path.
 * @param {import('node:http').IncomingMessage} request
 * @returns {[status: number, code?: string, message?: string] | null}
 */
function refusalOf(request) {
  const { method, url = '' } = request
  if (method === 'TRACE' || method === 'TRACK') return [405, 'method_not_allowed', `send ${METHODS}`]
  if (url === '*') return [204]
  if (url.startsWith('/')) return null
  const whole = URL.parse(url)
  if (!whole || !/^https?:$/.test(whole.protocol)) return [400, 'invalid_input', 'send a path']
  request.url = whole.pathname + whole.search
  return null
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} [code]
 * @param {string} [message]
 */
function refuse(response, status, code, message) {
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', allow: METHODS }
  if (!code) return response.writeHead(status, headers).end()
  const body = JSON.stringify({ error: { code, message, issues: [] } })
  response.writeHead(status, { ...headers, 'content-type': 'application/json', connection: 'close' }).end(body)
}
