/** A script of Next in the head of a page. */
const SCRIPT = /<script src="(\/_next\/static\/chunks\/[^"]+)" async=""( nonce="[^"]*")?><\/script>/g
const HEAD_END = '</head>'
const HEAD_MOST = 64 * 1024

/**
 * Lets the browser paint a page before it loads and runs its scripts, which the first paint does not need: everything is in the page.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response wrapped, so that it must be what compresses already
 */
export function paintFirst(request, response) {
  if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return
  const write = response.write.bind(response)
  const end = response.end.bind(response)
  /** @type {Buffer | null} the beginning of a page, until its head is complete */
  let head = Buffer.alloc(0)
  /**
   * @param {unknown} chunk
   * @param {boolean} isLast
   */
  const next = (chunk, isLast) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : /** @type {Uint8Array} */ (chunk ?? Buffer.alloc(0))
    if (head === null) return bytes
    if (!String(response.getHeader('content-type')).startsWith('text/html')) {
      head = null
      return bytes
    }
    if (!response.headersSent) response.removeHeader('content-length')
    const begun = Buffer.concat([head, bytes])
    const at = begun.indexOf(HEAD_END)
    head = at < 0 && !isLast && begun.byteLength < HEAD_MOST ? begun : null
    if (head !== null) return Buffer.alloc(0)
    return at < 0
      ? begun
      : Buffer.concat([Buffer.from(scriptsAfterPaint(begun.toString('utf8', 0, at))), begun.subarray(at)])
  }
  response.write = (/** @type {unknown} */ chunk, /** @type {any[]} */ ...rest) => {
    return write(next(chunk, false), ...rest.filter((each) => typeof each === 'function'))
  }
  response.end = (/** @type {any[]} */ ...given) => {
    const [chunk, ...rest] = typeof given[0] === 'function' ? [undefined, ...given] : given
    return end(next(chunk, true), ...rest.filter((each) => typeof each === 'function'))
  }
}

/**
 * Replaces the scripts in the head of a page by one that inserts them after the first paint.
 * @param {string} head up to its end tag
 * @returns {string}
 */
export function scriptsAfterPaint(head) {
  const scripts = [...head.matchAll(SCRIPT)]
  const [first] = scripts
  if (!first) return head
  const sources = JSON.stringify(scripts.map(([, source]) => source))
  const loader = `<script${first[2] ?? ''}>(${insertAfterPaint.toString()})(${sources})</script>`
  // Before the style sheet, which a script behind it would wait for.
  const sheet = head.indexOf('<link rel="stylesheet"')
  const place = sheet < 0 ? first.index : Math.min(sheet, first.index)
  return head.slice(0, place) + loader + head.slice(place).replace(SCRIPT, '')
}

/**
 * Runs in the browser: it cannot access anything outside its own body. A timer of the frame runs after it was painted. Where a style sheet
 * takes long, or a window is not painted, the scripts are late by no more than what nobody notices. They get no nonce: the policy trusts
 * what a trusted script inserts, and V8 compiles a script anew if its nonce is another.
 * @param {string[]} sources
 */
function insertAfterPaint(sources) {
  const insert = () => {
    for (const source of sources.splice(0)) {
      const script = document.createElement('script')
      script.src = source
      script.async = true
      document.head.append(script)
    }
  }
  requestAnimationFrame(() => setTimeout(insert))
  setTimeout(insert, 150)
}
