import { v7 as uuid } from 'uuid'
import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import { decodeJsonLogs, decodeProtobufLogs } from '@/lib/ingest/otlp/decode-logs'
import {
  decodeJsonTraces,
  decodeProtobufTraces,
  encodeExportResponse,
  encodeStatus,
  type OtlpBody,
  type OtlpSignal,
  otlpEncoding,
  type Partial,
} from '@/lib/ingest/otlp/decode-traces'
import { EXPORT_LIMITS } from '@/lib/ingest/otlp/wire-span'
import { log } from '@/lib/log'
import { authorizeProject } from '@/lib/operations/authorize'
import type { Actor, Context } from '@/lib/operations/context'
import { AppError } from '@/lib/operations/errors'
import { unlessDatabaseHangs } from '@/lib/operations/health/readiness'
import { ingestSpans } from '@/lib/operations/ingest/ingest-spans'
import { limitCaller } from '@/lib/operations/rate-limit/limits'
import { ingestEvaluations } from '@/lib/operations/signals/logged-evaluations'
import { toAppError } from '@/lib/operations/to-app-error'
import { runInTurns } from '@/lib/operations/turns'
import { actorOf, contextOf, readFrom } from './actor'
import { type Claim, ownerOf, withBodyMemory } from './body/body-memory'
import { BYTES_PER_VALUE, readBytes, readExactJson } from './body/read-body'
import { addAdvice } from './respond'

const GRPC_CODE: Record<number, number> = { 400: 3, 401: 16, 403: 7, 404: 5, 413: 8, 415: 3, 429: 8, 500: 13, 503: 14 }

/** Processes the body of an export, and returns what was rejected. */
type Take = (ctx: Context, body: ExportBody) => Promise<Partial>
type ExportBody = { sender: Actor; request: Request; contentType: string; claim: Claim }

/** An OTLP/HTTP handler: answers in the encoding of the request, with the protocol's partial success and Status. */
function otlp(signal: OtlpSignal, take: Take): (request: Request) => Promise<Response> {
  return async (request) => {
    const contentType = request.headers.get('content-type') ?? ''
    const requestId = uuid()
    try {
      const ctx = await unlessDatabaseHangs(admit(request, requestId))
      await limitCaller(ctx, 'ingest')
      const taken = withBodyMemory(ownerOf(ctx), (claim) =>
        take(ctx, { sender: ctx.actor, request, contentType, claim }),
      )
      const partial = await unlessDatabaseHangs(taken)
      return answer(encodeExportResponse(signal, contentType, partial), 200, requestId)
    } catch (error) {
      return refusal(error, contentType, requestId)
    }
  }
}

/** The context of a key that may write. @throws AppError */
async function admit(request: Request, requestId: string): Promise<Context> {
  const ctx = await contextOf(withBearer(request), requestId)
  if (ctx.actor.kind !== 'key') throw new AppError('unauthorized', 'send an API key as a bearer token')
  await authorizeProject(ctx, 'write')
  return ctx
}

/** Langfuse's SDKs send their keys by Basic authorization: its password is the key. */
function withBearer(request: Request): Request {
  const { url, signal } = request
  const sent = /^Basic\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (sent === undefined) return request
  const [, secret = ''] = /:(.*)$/s.exec(Buffer.from(sent, 'base64').toString()) ?? []
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${/^[\x21-\x7e]*$/.test(secret) ? secret : ''}`)
  return new Request(url, { headers, signal })
}

function refusal(error: unknown, contentType: string, requestId: string): Response {
  const known = toAppError(error)
  if (known.code === 'internal') log.error({ err: error, requestId }, 'an OTLP delivery failed')
  const status = { code: GRPC_CODE[known.status] ?? 2, message: known.message }
  const response = answer(encodeStatus(contentType, status), known.status, requestId)
  addAdvice(response.headers, known)
  return response
}

/** Admits the caller of a request before its body is read: returns whose share of the memory the body fills, or the refusal. */
export async function admitExport(request: Request): Promise<{ owner: string } | { refusal: Response }> {
  const requestId = uuid()
  try {
    return { owner: ownerOf(await admit(request, requestId)) }
  } catch (error) {
    return { refusal: refusal(error, request.headers.get('content-type') ?? '', requestId) }
  }
}

/** Traces: the spans of one trace become one run. */
export const otlpTraces = otlp('traces', async (ctx, body) => {
  const decoded = await decode(body, { json: decodeJsonTraces, protobuf: readProtobufTraces })
  const result = await ingestSpans(ctx, decoded.spans)
  const message = [decoded.rejected.message, result.rejected.message].filter(Boolean).join('; ')
  return { count: decoded.rejected.count + result.rejected.count, message }
})

/**
 * Logs: evaluations become signals of their runs, messages belong to their spans. Other records are dropped, which is reported without
 * failing the export.
 */
export const otlpLogs = otlp('logs', async (ctx, body) => {
  const decoded = await decode(body, { json: decodeJsonLogs, protobuf: decodeProtobufLogs })
  const refused = await ingestEvaluations(ctx, decoded.evaluations)
  const { rejected } = await ingestSpans(ctx, decoded.messages)
  const remarks = [
    refused.message,
    decoded.withoutTrace > 0 &&
      `evaluations without a valid trace id, or with an invalid span id: ${decoded.withoutTrace}`,
    decoded.withoutTime > 0 &&
      `evaluations with an invalid timeUnixNano: ${decoded.withoutTime} (${decoded.timeFault})`,
    rejected.message,
    decoded.others > 0 &&
      `only evaluations and messages of sampled spans are read: ${decoded.others} other log records were not kept`,
  ]
  return {
    count: refused.count + decoded.withoutTrace + decoded.withoutTime,
    message: remarks.filter(Boolean).join('; '),
  }
})

/** Metrics: read completely and dropped, so that an exporter of all three signals keeps working. */
export const otlpMetrics = otlp('metrics', async (_, { request, contentType, claim }) => {
  encodingOf(contentType)
  await readBytes(request, LIMITS.bytes, claim)
  return { count: 0, message: 'metrics are not kept: runs report their own tokens, cost and time' }
})

const LIMITS = { bytes: MAX_BODY_BYTES, values: EXPORT_LIMITS.values, depth: 1000 }

type Result<T> = ({ ok: true } & T) | { ok: false; isTooLarge: boolean; message: string }
type Decoders<T> = {
  json: (request: unknown) => Generator<undefined, Result<T>>
  protobuf: (bytes: Uint8Array, onCounted: (values: number) => void) => Generator<undefined, Result<T>>
}

const readProtobufTraces = (bytes: Uint8Array, onCounted: (values: number) => void) =>
  decodeProtobufTraces(bytes, EXPORT_LIMITS, onCounted)

/** @throws AppError if the body is not an export request */
async function decode<T>(body: ExportBody, { json, protobuf }: Decoders<T>): Promise<T> {
  const { sender, request, contentType, claim } = body
  const read = async () =>
    encodingOf(contentType) === 'json'
      ? json(await readExactJson(request, LIMITS, claim))
      : protobuf(await readBytes(request, LIMITS.bytes, claim), (values) => claim(values * BYTES_PER_VALUE))
  const steps = await readFrom(sender, () => actorOf(withBearer(request)), read)
  const decoded = await runInTurns(steps)
  if (!decoded.ok) throw new AppError(decoded.isTooLarge ? 'too_large' : 'malformed_body', decoded.message)
  return decoded
}

/** @throws AppError if OTLP has no such encoding */
function encodingOf(contentType: string): 'json' | 'protobuf' {
  const encoding = otlpEncoding(contentType)
  if (encoding !== null) return encoding
  throw new AppError(
    'malformed_body',
    `content-type "${contentType}" is neither application/json nor application/x-protobuf`,
  )
}

function answer({ bytes, contentType }: OtlpBody, status: number, requestId: string): Response {
  return new Response(bytes, {
    status,
    headers: { 'content-type': contentType, 'x-request-id': requestId, 'cache-control': 'no-store' },
  })
}
