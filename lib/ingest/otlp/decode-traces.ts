import { countValues, readProtobufGroups, TooManyValues } from './protobuf-groups'
import { rpcStatus, traceResponse } from './protobuf-messages'
import {
  type DecodedTraces,
  EXPORT_LIMITS,
  type ExportLimits,
  findJsonFault,
  readExport,
  readJsonGroups,
} from './wire-span'

export type TracesResult = ({ ok: true } & DecodedTraces) | { ok: false; isTooLarge: boolean; message: string }

/** A long computation that can pause at each `yield`. */
type TraceSteps = Generator<undefined, TracesResult>

/** Decodes the spans of an ExportTraceServiceRequest in JSON. Never throws: an invalid request returns a message. */
export function* decodeJsonTraces(request: unknown): TraceSteps {
  const groups = readJsonGroups(request)
  if (typeof groups === 'string') return { ok: false, isTooLarge: false, message: groups }
  return { ok: true, ...(yield* readExport(groups, findJsonFault)) }
}

/**
 * Like {@link decodeJsonTraces} for the binary form, whose values are counted before any is decoded.
 * @param onCounted receives the count, and may throw to refuse it
 */
export function* decodeProtobufTraces(
  bytes: Uint8Array,
  limits: ExportLimits = EXPORT_LIMITS,
  onCounted: (values: number) => void = () => undefined,
): TraceSteps {
  let values: number
  try {
    values = yield* countValues(bytes, limits)
  } catch (error) {
    return refuse(error)
  }
  onCounted(values)
  try {
    return { ok: true, ...(yield* readExport(readProtobufGroups(bytes))) }
  } catch (error) {
    return refuse(error)
  }
}

/** Returns the refusal of an invalid binary body. */
export function refuse(error: unknown): { ok: false; isTooLarge: boolean; message: string } {
  if (error instanceof TooManyValues) return { ok: false, isTooLarge: true, message: error.message }
  const reason = error instanceof Error ? error.message.slice(0, 200) : String(error)
  return { ok: false, isTooLarge: false, message: `the body is not protobuf: ${reason}` }
}

type OtlpEncoding = 'json' | 'protobuf'

/** Returns the OTLP encoding of a content type, or null if it is none. */
export function otlpEncoding(contentType: string): OtlpEncoding | null {
  const [type = ''] = contentType.split(';')
  switch (type.trim().toLowerCase()) {
    case 'application/json':
      return 'json'
    case 'application/x-protobuf':
    case 'application/protobuf':
      return 'protobuf'
    default:
      return null
  }
}

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
