import { v7 as uuid } from 'uuid'
import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import {
  decodeJsonTraces,
  decodeProtobufTraces,
  otlpEncoding,
  quoteLargeIntegers,
} from '@/lib/ingest/otlp/decode-traces'
import { encodeStatus, encodeTraceResponse, type OtlpBody } from '@/lib/ingest/otlp/encode-response'
import { type DecodedTraces, EXPORT_LIMITS } from '@/lib/ingest/otlp/wire-span'
import { log } from '@/lib/log'
import { authorizeProject } from '@/lib/operations/authorize'
import { AppError } from '@/lib/operations/errors'
import { unlessDatabaseHangs } from '@/lib/operations/health/unless-hanging'
import { ingestSpans } from '@/lib/operations/ingest/ingest-spans'
import { limitCaller } from '@/lib/operations/rate-limit/limit-caller'
import { toAppError } from '@/lib/operations/to-app-error'
import { runInTurns } from '@/lib/operations/turns'
import { contextOf } from './actor'
import { type Claim, withBodyMemory } from './body/body-memory'
import { BYTES_PER_VALUE, readBytes, readJsonText } from './body/read-body'

const GRPC_CODE: Record<number, number> = { 400: 3, 401: 16, 403: 7, 404: 5, 413: 8, 415: 3, 429: 8, 500: 13, 503: 14 }

/** OTLP/HTTP traces: answers in the encoding of the request, partial success and Status as the protocol has them. */
export async function otlpTraces(request: Request): Promise<Response> {
  const contentType = request.headers.get('content-type') ?? ''
  const requestId = uuid()
  try {
    const ctx = await unlessDatabaseHangs(contextOf(request, requestId))
    if (ctx.actor.kind !== 'key') throw new AppError('unauthorized', 'send an API key as a bearer token')
    await authorizeProject(ctx, 'write')
    await limitCaller(ctx, 'ingest')
    const work = withBodyMemory(async (claim) => {
      const decoded = await readTraces(request, contentType, claim)
      const result = await ingestSpans(ctx, decoded.spans)
      const count = decoded.rejected.count + result.rejected.count
      const message = [decoded.rejected.message, result.rejected.message].filter(Boolean).join('; ')
      return answer(encodeTraceResponse(contentType, count > 0 ? { count, message } : null), 200, requestId)
    })
    return await unlessDatabaseHangs(work)
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

const LIMITS = { bytes: MAX_BODY_BYTES, values: EXPORT_LIMITS.values, depth: 1000 }

/** @throws AppError when the body is no export request */
async function readTraces(request: Request, contentType: string, claim: Claim): Promise<DecodedTraces> {
  const encoding = otlpEncoding(contentType)
  if (encoding === null)
    throw new AppError(
      'malformed_body',
      `content-type "${contentType}" is neither application/json nor application/x-protobuf`,
    )
  const steps =
    encoding === 'json'
      ? decodeJsonTraces(await readJsonText(request, LIMITS, claim, quoteLargeIntegers))
      : decodeProtobufTraces(await readBytes(request, LIMITS.bytes, claim), EXPORT_LIMITS, (values) =>
          claim(values * BYTES_PER_VALUE),
        )
  const decoded = await runInTurns(steps)
  if (!decoded.ok) throw new AppError(decoded.isTooLarge ? 'too_large' : 'malformed_body', decoded.message)
  return decoded
}

function answer({ bytes, contentType }: OtlpBody, status: number, requestId: string): Response {
  return new Response(bytes, {
    status,
    headers: { 'content-type': contentType, 'x-request-id': requestId, 'cache-control': 'no-store' },
  })
}
