import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { log } from '@/lib/log'
import type { AppError } from '@/lib/operations/errors'
import { unlessDatabaseHangs } from '@/lib/operations/health/readiness'
import { observeRequest } from '@/lib/operations/metrics'
import { toAppError } from '@/lib/operations/to-app-error'
import { traced } from '@/lib/tracing'
import type { ApiRequest } from './node-door'

/** Runs `work` with a new request id, and converts errors to error responses. */
export async function handle(work: (requestId: string) => Promise<Response>): Promise<Response> {
  const requestId = uuid()
  try {
    return await unlessDatabaseHangs(work(requestId))
  } catch (error) {
    return respondError(error, requestId)
  }
}

/** A JSON response with the request id, never cached. */
export function respond(body: unknown, requestId: string, status = 200): Response {
  return Response.json(body, { status, headers: { 'x-request-id': requestId, 'cache-control': 'no-store' } })
}

/** The same for a Markdown document. */
export function respondMarkdown(text: string, requestId: string): Response {
  const headers = { 'x-request-id': requestId, 'cache-control': 'no-store', vary: 'accept' }
  return new Response(text, { headers: { ...headers, 'content-type': 'text/markdown; charset=utf-8' } })
}

/** Whether the Accept header names Markdown, and JSON neither with a higher weight nor earlier with the same (RFC 9110, section 12.5.1). */
export function prefersMarkdown(accept: string | null): boolean {
  const ranges = (accept ?? '').split(',').map((range, place) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const weight = Number(/^q=(.*)$/.exec(parameters.find((part) => part.startsWith('q=')) ?? '')?.[1] ?? 1)
    return { type, weight: Number.isFinite(weight) ? weight : 0, place }
  })
  const markdown = ranges.find(({ type, weight }) => type === 'text/markdown' && weight > 0)
  const json = ranges.find(({ type }) => type === 'application/json')
  if (!markdown || !json) return markdown !== undefined
  return markdown.weight > json.weight || (markdown.weight === json.weight && markdown.place < json.place)
}

/** Converts an error to a response. Errors other than AppError are logged and never echoed. */
export function respondError(error: unknown, requestId: string): Response {
  const known = toAppError(error)
  if (known.code === 'internal') log.error({ err: error, requestId }, 'request failed')
  const response = respond(
    { error: { code: known.code, message: known.message, issues: known.issues, requestId } },
    requestId,
    known.status,
  )
  addAdvice(response.headers, known)
  return response
}

/** How a caller authenticates, the beginning of `WWW-Authenticate`. */
export const CHALLENGE = 'Bearer realm="veritas"'

/** Adds what a refused caller needs for the next try: how to authenticate after 401, and when to come back. */
export function addAdvice(headers: Headers, { status, retryAfterS }: AppError): void {
  if (status === 401) headers.set('www-authenticate', CHALLENGE)
  if (retryAfterS !== undefined) headers.set('retry-after', String(Math.ceil(retryAfterS)))
}

type Handler = (request: ApiRequest, params: Readonly<Record<string, string>>) => Promise<Response>

/** Adds an ETag to an operation that is polled: an unchanged answer gets 304 without a body. */
export function withEtag(handler: Handler): Handler {
  return async (request, context) => {
    const response = await handler(request, context)
    if (response.status !== 200) return response
    const body = await response.text()
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    const headers = new Headers(response.headers)
    headers.set('etag', etag)
    headers.set('cache-control', 'private, no-cache')
    headers.set('vary', 'authorization, cookie, x-veritas-project')
    if (!isUnchanged(request.headers.get('if-none-match'), etag)) return new Response(body, { headers })
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }
}

/** RFC 9110, section 13.1.2: `*` or a list of tags, compared ignoring weakness. */
function isUnchanged(header: string | null, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes('*') || tags.includes(etag)
}

const CHUNK_CHARACTERS = 64 * 1024

/**
 * Streams lines as a response body, with backpressure. If the source fails the stream errors and `onBroken` is called; if the client
 * disconnects, the source is closed.
 */
export function ndjsonBody(
  lines: AsyncIterableIterator<string>,
  onBroken: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isCut = false
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { text, isLast } = await nextChunk(lines)
          if (isCut) return
          if (text !== '') controller.enqueue(encoder.encode(text))
          if (isLast) controller.close()
        } catch (error) {
          if (isCut) return
          onBroken(error)
          controller.error(error)
        }
      },
      async cancel() {
        isCut = true
        await lines.return?.()
      },
    },
    { highWaterMark: 1 },
  )
}

async function nextChunk(lines: AsyncIterableIterator<string>): Promise<{ text: string; isLast: boolean }> {
  let text = ''
  while (text.length < CHUNK_CHARACTERS) {
    const next = await lines.next()
    if (next.done) return { text, isLast: true }
    text += `${next.value}\n`
  }
  return { text, isLast: false }
}

/** Records the duration of a response in the metrics and traces. `pattern` is the route with unfilled parameters. */
export async function measure(pattern: string, method: string, answer: () => Promise<Response>): Promise<Response> {
  const startedAt = performance.now()
  const response = await traced(`${method} ${pattern}`, { 'http.route': pattern }, answer)
  observeRequest(pattern, method, response.status, (performance.now() - startedAt) / 1000)
  return response
}
