import { quoteLargeIntegers } from '../../json'
import { decodeJsonTraces, decodeProtobufTraces, type TracesResult } from '../decode-traces'
import type { ExportLimits } from '../wire-span'

/** Decodes the body of an export in one go, without the pauses the server makes. */
export function decodeAll(bytes: Uint8Array, contentType: string, limits?: ExportLimits): TracesResult {
  const steps = contentType.startsWith('application/json')
    ? decodeJsonTraces(JSON.parse(quoteLargeIntegers(new TextDecoder().decode(bytes))))
    : decodeProtobufTraces(bytes, limits)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
