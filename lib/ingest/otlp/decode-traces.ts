import { countValues, readProtobufGroups, TooManyValues } from './protobuf-groups'
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
