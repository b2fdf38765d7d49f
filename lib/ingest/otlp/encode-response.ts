import { otlpEncoding } from './decode-traces'
import { rpcStatus, traceResponse } from './protobuf-messages'

export type OtlpBody = { bytes: Uint8Array<ArrayBuffer>; contentType: string }

/**
 * The answer to an export, in the request's own encoding (JSON when that is unknown): empty when everything was taken,
 * else with the number of spans left out and why. The client must not send those again.
 */
export function encodeTraceResponse(contentType: string, partial: { count: number; message: string } | null): OtlpBody {
  const rejected = partial !== null && partial.count > 0 ? partial : null
  if (otlpEncoding(contentType) === 'protobuf') {
    const body = rejected ? { partialSuccess: { rejectedSpans: rejected.count, errorMessage: rejected.message } } : {}
    return protobufBody(traceResponse.encode(traceResponse.fromObject(body)).finish())
  }
  return jsonBody(
    rejected ? { partialSuccess: { rejectedSpans: String(rejected.count), errorMessage: rejected.message } } : {},
  )
}

/** A google.rpc.Status for a refused export; `code` is a gRPC code (3 invalid argument, 8 exhausted, 14 unavailable...). */
export function encodeStatus(contentType: string, status: { code: number; message: string }): OtlpBody {
  if (otlpEncoding(contentType) !== 'protobuf') return jsonBody(status)
  return protobufBody(rpcStatus.encode(rpcStatus.fromObject(status)).finish())
}

function jsonBody(body: object): OtlpBody {
  return { bytes: new TextEncoder().encode(JSON.stringify(body)), contentType: 'application/json' }
}

function protobufBody(bytes: Uint8Array): OtlpBody {
  return { bytes: Uint8Array.from(bytes), contentType: 'application/x-protobuf' }
}
