import { setTimeout as sleep } from 'node:timers/promises'
import { askWhyNotReady, watchPage } from './waiting-page.mjs'

// Longer than the idle timeout of balancers, so that this side never closes a connection just as a request arrives.
export const KEEP_ALIVE_MS = 75_000
const DRAIN_MS = 10_000
const LINGER_MS = 2_000
const METHODS = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'

/**
 * Passes requests to `answer`, and answers those that Next would fail on. On SIGTERM it continues for `graceMs`, in which a balancer learns
 * from /readyz to stop sending, then accepts nothing new, lets current requests end, and ends the process.
 * @param {import('node:http').Server} server
 * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<unknown>} answer
 * @param {number} graceMs
 */
export function openFrontDoor(server, answer, graceMs) {
  let isStopping = false
  server.on('request', (request, response) => {
    // The client's next request opens a new connection, which a balancer gives to another instance.
    if (isStopping) response.shouldKeepAlive = false
    partEarly(request, response)
    const refusal = refusalOf(request)
    if (refusal) return refuse(response, ...refusal)
    const answered = watchPage(
      request,
      response,
      () => askWhyNotReady(server),
      () => answer(request, response),
    )
    answered.catch((error) => {
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
 * Closes the connection of a request that is answered before its body has ended: the rest of the body would block the next request. The
 * client has two seconds to read the answer, which a reset could lose.
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
 * Returns the refusal of a request that Next cannot convert to a web Request: an unsupported method, or a target without a path.
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
