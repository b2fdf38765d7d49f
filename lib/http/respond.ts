import { log } from '@/lib/log'
import { toAppError } from '@/lib/operations/to-app-error'

/** JSON with the request id and no caching: every answer is about a moment. */
export function respond(body: unknown, requestId: string, status = 200): Response {
  return Response.json(body, { status, headers: { 'x-request-id': requestId, 'cache-control': 'no-store' } })
}

/** The one place where an error becomes a status. What is not an AppError is logged and never echoed. */
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
