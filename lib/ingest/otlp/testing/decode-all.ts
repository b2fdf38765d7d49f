import { decodeJsonTraces, decodeProtobufTraces, quoteLargeIntegers, type TracesResult } from '../decode-traces'

/** Decodes the body of an export without a pause, as the desk does with pauses. */
export function decodeAll(bytes: Uint8Array, contentType: string): TracesResult {
  const steps = contentType.startsWith('application/json')
    ? decodeJsonTraces(JSON.parse(quoteLargeIntegers(new TextDecoder().decode(bytes))))
    : decodeProtobufTraces(bytes)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
