import { countValues, readProtobufGroups, TooManyValues } from './protobuf-groups'
import { type DecodedTraces, EXPORT_LIMITS, type ExportLimits, readExport, readJsonGroups } from './wire-span'

export type TracesResult = ({ ok: true } & DecodedTraces) | { ok: false; isTooLarge: boolean; message: string }

/** What takes long: it may be left at each `yield`, and goes on later. */
type TraceSteps = Generator<undefined, TracesResult>

/** The spans of an ExportTraceServiceRequest in its JSON form. Never throws: what is none comes back as a message. */
export function* decodeJsonTraces(request: unknown): TraceSteps {
  const groups = readJsonGroups(request)
  if (typeof groups === 'string') return { ok: false, isTooLarge: false, message: groups }
  return { ok: true, ...(yield* readExport(groups)) }
}

/**
 * As {@link decodeJsonTraces}, of its binary form, whose values are counted before any is made.
 * @param onCounted is told how many there are, and may refuse them.
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

/** What is answered to a binary body that is at fault. */
export function refuse(error: unknown): { ok: false; isTooLarge: boolean; message: string } {
  if (error instanceof TooManyValues) return { ok: false, isTooLarge: true, message: error.message }
  const reason = error instanceof Error ? error.message.slice(0, 200) : String(error)
  return { ok: false, isTooLarge: false, message: `the body is not protobuf: ${reason}` }
}

type OtlpEncoding = 'json' | 'protobuf'

/** The encoding that a content-type names, or null when OTLP has none such. */
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
