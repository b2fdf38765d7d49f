import { isRecord } from '@/lib/contracts/is-record'
import { asList, asText } from '@/lib/ingest/json/fields'

const MAX_DEPTH = 80

/**
 * An OTLP AnyValue as plain JSON. Integers beyond 2^53 stay digits, bytes are base64, NaN and the infinities are their
 * names; an unset value is null.
 */
export function fromAnyValue(value: unknown, depth = 0): unknown {
  if (!isRecord(value) || depth > MAX_DEPTH) return null
  if ('stringValue' in value) return value.stringValue ?? null
  if ('boolValue' in value) return value.boolValue ?? null
  if ('intValue' in value) return fromInteger(value.intValue)
  if ('doubleValue' in value) return fromDouble(value.doubleValue)
  if ('arrayValue' in value)
    return isRecord(value.arrayValue)
      ? asList(value.arrayValue.values).map((item) => fromAnyValue(item, depth + 1))
      : []
  if ('kvlistValue' in value)
    return isRecord(value.kvlistValue) ? fromKeyValues(value.kvlistValue.values, depth + 1) : {}
  if ('bytesValue' in value)
    return value.bytesValue instanceof Uint8Array ? toBase64(value.bytesValue) : (value.bytesValue ?? null)
  return null
}

/** A list of `{ key, value }` as an object; of a doubled key the last counts. */
export function fromKeyValues(list: unknown, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    asList(list).flatMap((entry) => {
      const key = isRecord(entry) ? asText(entry.key) : undefined
      return key === undefined || !isRecord(entry) ? [] : [[key, fromAnyValue(entry.value, depth)]]
    }),
  )
}

function fromInteger(value: unknown): unknown {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

function fromDouble(value: unknown): unknown {
  const number = Number(value)
  return Number.isFinite(number) ? number : String(value)
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
