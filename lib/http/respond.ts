import { databaseCode } from '@/lib/db/database-code'
import { AppError } from '@/lib/operations/errors'
import { log } from '@/lib/log'

/** JSON with the request id and no caching: every answer is about a moment. */
export function respond(body: unknown, requestId: string, status = 200): Response {
  return Response.json(body, { status, headers: { 'x-request-id': requestId, 'cache-control': 'no-store' } })
}

/** The one place where an error becomes a status. What is not an AppError is logged and never echoed. */
export function respondError(error: unknown, requestId: string): Response {
  const known = toAppError(error)
  if (known.code === 'internal') log.error({ err: error, requestId }, 'request failed')
  const response = respond({ error: { code: known.code, message: known.message, issues: known.issues, requestId } }, requestId, known.status)
  if (known.retryAfterS !== undefined) response.headers.set('retry-after', String(Math.ceil(known.retryAfterS)))
  return response
}

const BUSY = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '53300'])

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = databaseCode(error)
  if (code === 'P2025') return new AppError('not_found', 'not found')
  if (code === 'P2002') return new AppError('conflict', 'it exists already')
  if (BUSY.has(code)) return new AppError('unavailable', 'the database does not answer; try again shortly', [], 2)
  return new AppError('internal', 'something went wrong here; the request id leads to the log')
}
