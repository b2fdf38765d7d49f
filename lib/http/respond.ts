import { log } from '@/lib/log'
import { toAppError } from '@/lib/operations/to-app-error'

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
  if (known.retryAfterS !== undefined) response.headers.set('retry-after', String(Math.ceil(known.retryAfterS)))
  return response
}
