import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { ERROR_STATUS } from '@/lib/contracts/error-codes'
import type { errorBody } from '@/lib/contracts/errors'

/** Whether every percent sequence of a path decodes to valid UTF-8. */
export function isReadablePath(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

/** The API's answer to a path that cannot be decoded, and therefore matches no route. */
export function unreadablePathAnswer(): Response {
  const requestId = uuid()
  const message = 'is not percent-encoded UTF-8'
  const body: z.infer<typeof errorBody> = {
    error: { code: 'invalid_input', message: `path: ${message}`, issues: [{ path: 'path', message }], requestId },
  }
  return Response.json(body, {
    status: ERROR_STATUS.invalid_input,
    headers: { 'x-request-id': requestId, 'cache-control': 'no-store' },
  })
}
