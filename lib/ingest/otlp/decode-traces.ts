import { otlpEncoding } from './encoding'
import { traceRequest } from './protobuf-messages'
import { type DecodedTraces, readRequest } from './wire-span'

export type TracesResult = ({ ok: true } & DecodedTraces) | { ok: false; message: string }

/**
 * Decodes the body of an OTLP/HTTP trace export, unpacked already, in JSON or protobuf by its content-type. Never
 * throws: bytes that are no such request come back as a message that says what is wrong.
 */
export function decodeTraces(bytes: Uint8Array, contentType: string): TracesResult {
  const encoding = otlpEncoding(contentType)
  if (encoding === null)
    return {
      ok: false,
      message: `content-type "${contentType}" is neither application/json nor application/x-protobuf`,
    }
  try {
    const result = readRequest(encoding === 'json' ? parseJson(bytes) : parseProtobuf(bytes))
    return typeof result === 'string' ? { ok: false, message: result } : { ok: true, ...result }
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : String(error)
    return { ok: false, message: `the body is not ${encoding === 'json' ? 'JSON' : 'protobuf'}: ${reason}` }
  }
}

function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(quoteLargeIntegers(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
}

/** Some exporters send 64-bit fields as bare numbers, which JSON.parse would round. */
function quoteLargeIntegers(text: string): string {
  return text.replace(/("(?:\w*UnixNano|intValue)"\s*:\s*)(-?\d{16,})/g, '$1"$2"')
}

function parseProtobuf(bytes: Uint8Array): unknown {
  return traceRequest.toObject(traceRequest.decode(bytes), { longs: String, enums: Number })
}
