import { randomUUID } from 'node:crypto'
import { maxHeaderSize, STATUS_CODES } from 'node:http'
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
  /** @type {WeakMap<import('node:stream').Duplex, import('node:http').ServerResponse>} */
  const current = new WeakMap()
  server.on('clientError', (error, socket) => answerUnreadable(error, socket, current.get(socket)))
  server.on('request', (request, response) => {
    current.set(request.socket, response)
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
      socket.destroySoon = () => endSoon(socket)
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
  if (!code || !message) return response.writeHead(status, REFUSED).end()
  const { headers, body } = refusal(code, message)
  response.writeHead(status, headers).end(body)
}

const REFUSED = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', allow: METHODS }

/**
 * The body of the API's errors, with its headers.
 * @param {string} code
 * @param {string} message
 */
function refusal(code, message) {
  const requestId = randomUUID()
  const body = JSON.stringify({ error: { code, message, issues: [], requestId } })
  const headers = { ...REFUSED, 'content-type': 'application/json', 'x-request-id': requestId, connection: 'close' }
  return { headers, body }
}

/** @type {Record<string, [status: number, code: string, message: string]>} */
const UNREADABLE = {
  HPE_HEADER_OVERFLOW: [431, 'too_large', `the headers and the path are larger than ${maxHeaderSize / 1024} KiB`],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'too_large', 'the extensions of the chunks are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'malformed_body', 'the request did not arrive in time'],
}

/**
 * Answers a request that is no HTTP, or too large or too slow to be read, unless an answer has begun.
 * @param {NodeJS.ErrnoException} error
 * @param {import('node:stream').Duplex} socket
 * @param {import('node:http').ServerResponse | undefined} last the last response of this connection
 */
function answerUnreadable(error, socket, last) {
  const hasBegun = last?.headersSent && !last.writableFinished
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegun) return socket.destroy()
  const [status, code, message] = UNREADABLE[error.code ?? ''] ?? [400, 'invalid_input', 'this is not valid HTTP']
  const { headers, body } = refusal(code, message)
  const head = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) })
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head.map(([name, value]) => `${name}: ${value}`)]
  endSoon(socket, `${lines.join('\r\n')}\r\n\r\n${body}`)
}

/**
 * Ends a connection, and closes it when the client has had time to read the answer.
 * @param {import('node:stream').Duplex} socket
 * @param {string} [last]
 */
function endSoon(socket, last = '') {
  socket.end(last)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}
