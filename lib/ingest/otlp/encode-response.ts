import { otlpEncoding } from './decode-traces'
import { rpcStatus, traceResponse } from './protobuf-messages'

export type OtlpBody = { bytes: Uint8Array<ArrayBuffer>; contentType: string }

/** The number of rejected items and why; with a count of 0 the message is only a warning. */
export type Partial = { count: number; message: string }

const REJECTED = { traces: 'rejectedSpans', logs: 'rejectedLogRecords', metrics: 'rejectedDataPoints' } as const
export type OtlpSignal = keyof typeof REJECTED

/**
 * Encodes the response to an export in the request's encoding (JSON if unknown): empty if everything was accepted, else with the number of
 * rejected items and the reason. The client must not resend them.
 */
export function encodeExportResponse(signal: OtlpSignal, contentType: string, partial: Partial | null): OtlpBody {
  const { count = 0, message: errorMessage = '' } = partial ?? {}
  const isWhole = count === 0 && errorMessage === ''
  if (otlpEncoding(contentType) === 'protobuf') {
    // All three responses are the same on the wire.
    const body = isWhole ? {} : { partialSuccess: { rejectedSpans: count, errorMessage } }
    return protobufBody(traceResponse.encode(traceResponse.fromObject(body)).finish())
  }
  return jsonBody(isWhole ? {} : { partialSuccess: { [REJECTED[signal]]: String(count), errorMessage } })
}

/** Encodes a google.rpc.Status for a refused export; `code` is a gRPC code (3 invalid argument, 8 exhausted, 14 unavailable...). */
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
