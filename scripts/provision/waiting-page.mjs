import { AsyncLocalStorage } from 'node:async_hooks'
import { get } from 'node:http'

const PATIENCE_MS = 2_000
const TRY_AGAIN_S = 5
// Paths that answer while the database hangs, or are not pages.
const NO_PAGE = /^\/(?:api|v1|_next|healthz|readyz|metrics|client\.tgz|\.well-known)(?:[/?]|$)/

/** @type {AsyncLocalStorage<(reason: string) => void>} how the page that is being rendered is answered otherwise */
const rendered = new AsyncLocalStorage()
// Next gives a page that fails the status 500, whatever it failed of: `instrumentation.ts` calls this for one that may succeed soon.
globalThis.veritasPageWaits = (reason) => rendered.getStore()?.(reason)

/**
 * Runs `answer`, and watches a page request: if the page takes long because this process cannot work (the database hangs), or fails of
 * what is over soon, it is answered with one that says so and reloads itself. A response already begun is broken off if the process cannot
 * work, and the browser reloads it.
 * @template Answer
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {() => Promise<string | null>} whyNotReady the reason as text; null if it can work
 * @param {() => Answer} answer
 * @returns {Answer}
 */
export function watchPage(request, response, whyNotReady, answer) {
  if (request.method !== 'GET' || NO_PAGE.test(request.url ?? '')) return answer()
  const look = async () => {
    // Checked twice, since a busy machine may be late once.
    const reason = (await whyNotReady()) && (await whyNotReady())
    if (response.closed || response.writableEnded) return
    if (reason === null) timer = setTimeout(look, PATIENCE_MS)
    else if (response.headersSent) response.destroy()
    else sayWhy(response, reason)
  }
  let timer = setTimeout(look, PATIENCE_MS)
  response.once('close', () => clearTimeout(timer))
  // What the router asks for itself goes to the boundary around the page, which keeps the rest.
  if (request.headers.rsc !== undefined) return answer()
  return rendered.run((reason) => {
    if (!response.headersSent && !response.closed) sayWhy(response, reason)
  }, answer)
}

/**
 * Returns why this process cannot work, from its own /readyz; null if it can, or without an answer.
 * @param {import('node:http').Server} server
 * @returns {Promise<string | null>}
 */
export function askWhyNotReady(server) {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') return Promise.resolve(null)
  const host = bound.address === '0.0.0.0' ? '127.0.0.1' : bound.address === '::' ? '::1' : bound.address
  return new Promise((resolve) => {
    get({ host, port: bound.port, path: '/readyz', agent: false }, async (answer) => {
      try {
        const { reason } = JSON.parse(Buffer.concat(await answer.toArray()).toString())
        resolve(typeof reason === 'string' ? reason : null)
      } catch {
        resolve(null)
      }
    }).once('error', () => resolve(null))
  })
}

const ESCAPES = /** @type {const} */ ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })

/**
 * @param {import('node:http').ServerResponse} response
 * @param {string} reason
 */
function sayWhy(response, reason) {
  const words = reason.replace(/[&<>]/g, (sign) => ESCAPES[/** @type {keyof typeof ESCAPES} */ (sign)])
  response
    .writeHead(503, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'retry-after': String(TRY_AGAIN_S),
    })
    .end(pageOf(words.charAt(0).toUpperCase() + words.slice(1)))
}

const pageOf = (/** @type {string} */ words) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${TRY_AGAIN_S}">
<title>Not ready · Veritas</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 20vh auto; padding: 0 1rem } h1 { font-size: 1.25rem } a { display: inline-block; padding: .5rem 1rem; border: 1px solid; border-radius: .375rem; color: inherit; text-decoration: none }</style>
<main role="alert">
<h1>The desk cannot work just now</h1>
<p>${words}. Nothing is lost. This page tries again every ${TRY_AGAIN_S} seconds.</p>
</main>
<p style="max-width: 36rem"><a href="">Try again now</a></p>
`
