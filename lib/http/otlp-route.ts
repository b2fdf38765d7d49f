import { v7 as uuid } from 'uuid'
import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import { encodeStatus, encodeTraceResponse, type OtlpBody } from '@/lib/ingest/otlp/encode-response'
import { log } from '@/lib/log'
import { AppError } from '@/lib/operations/errors'
import { ingestDelivery } from '@/lib/operations/otlp/ingest-spans'
import { limitIngest } from '@/lib/operations/rate-limit/limit-ingest'
import { toAppError } from '@/lib/operations/to-app-error'
import { contextOf } from './actor'
import { readBytes } from './body'

const GRPC_CODE: Record<number, number> = { 400: 3, 401: 16, 403: 7, 404: 5, 413: 8, 415: 3, 429: 8, 500: 13, 503: 14 }

/** OTLP/HTTP traces: answers in the encoding of the request, partial success and Status as the protocol has them. */
export async function otlpTraces(request: Request): Promise<Response> {
  const contentType = request.headers.get('content-type') ?? ''
  const requestId = uuid()
  try {
    const ctx = await contextOf(request, requestId)
    if (ctx.actor.kind !== 'key') throw new AppError('unauthorized', 'send an API key as a bearer token')
    await limitIngest(ctx.actor)
    const { rejected } = await ingestDelivery(ctx, await readBytes(request, MAX_BODY_BYTES), contentType)
    return answer(encodeTraceResponse(contentType, rejected.count > 0 ? rejected : null), 200, requestId)
  } catch (error) {
    const known = toAppError(error)
    if (known.code === 'internal') log.error({ err: error, requestId }, 'trace delivery failed')
    const response = answer(
      encodeStatus(contentType, { code: GRPC_CODE[known.status] ?? 2, message: known.message }),
      known.status,
      requestId,
    )
    if (known.retryAfterS !== undefined) response.headers.set('retry-after', String(Math.ceil(known.retryAfterS)))
    return response
  }
}

function answer({ bytes, contentType }: OtlpBody, status: number, requestId: string): Response {
  return new Response(bytes, {
    status,
    headers: { 'content-type': contentType, 'x-request-id': requestId, 'cache-control': 'no-store' },
  })
}
