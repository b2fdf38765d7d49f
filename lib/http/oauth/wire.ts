import { v7 as uuid } from 'uuid'
import { log } from '@/lib/log'
import type { WireAnswer } from '@/lib/operations/connections/exchange'
import { AppError } from '@/lib/operations/errors'
import { toAppError } from '@/lib/operations/to-app-error'
import { withBodyMemory } from '../body/body-memory'
import { readBytes, readJson } from '../body/read-body'
import { measure } from '../measure'

const MAX_BYTES = 16 * 1024
const JSON_LIMITS = { bytes: MAX_BYTES, values: 500, depth: 8 }

/** An OAuth route: errors have the protocol's format, and answers are never cached. */
export function oauthRoute(
  path: string,
  answer: (request: Request) => Promise<WireAnswer>,
): (request: Request) => Promise<Response> {
  return (request) =>
    measure(path, request.method, async () => {
      const requestId = uuid()
      const { status, body, headers } = await answer(request).catch((reason) => toRefusal(reason, requestId))
      return Response.json(body, {
        status,
        headers: { ...headers, 'cache-control': 'no-store', pragma: 'no-cache', 'x-request-id': requestId },
      })
    })
}

function toRefusal(reason: unknown, requestId: string): WireAnswer {
  const { code, status, message, retryAfterS } = toAppError(reason)
  if (code === 'internal') log.error({ err: reason, requestId }, 'OAuth request failed')
  const error = status >= 500 ? 'server_error' : status === 429 ? 'temporarily_unavailable' : 'invalid_request'
  const headers = retryAfterS === undefined ? undefined : { 'retry-after': String(Math.ceil(retryAfterS)) }
  return { status, body: { error, error_description: message }, headers: headers ?? {} }
}

/** The fields of a form. @throws AppError invalid_input if a field is repeated */
export async function readForm(request: Request): Promise<Record<string, string>> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? ''))
    throw new AppError('unsupported_media_type', 'send content-type: application/x-www-form-urlencoded')
  const text = await withBodyMemory(async (claim) => (await readBytes(request, MAX_BYTES, claim)).toString())
  const fields = [...new URLSearchParams(text)]
  if (new Set(fields.map(([name]) => name)).size < fields.length)
    throw new AppError('invalid_input', 'a parameter is sent twice')
  return Object.fromEntries(fields)
}

export function readSmallJson(request: Request): Promise<unknown> {
  return withBodyMemory((claim) => readJson(request, JSON_LIMITS, claim))
}
