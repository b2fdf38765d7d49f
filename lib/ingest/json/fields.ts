import { isRecord } from '@/lib/contracts/is-record'

type Json = Record<string, unknown>

/** The value as an object; anything else is an empty one. */
export function asRecord(value: unknown): Json {
  return isRecord(value) ? value : {}
}

/** The value as a list; anything else is an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text that says something, or undefined. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** A text or a finite number, as text: ids come as either. */
export function asId(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : asText(value)
}

/** A finite number, also when it was sent as text; undefined otherwise. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value.trim())) return asNumber(Number(value))
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A whole number of at least 0, also when it was sent as text; undefined otherwise. */
export function asCount(value: unknown): number | undefined {
  const number = asNumber(value)
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

/** A time with an offset, as UTC; undefined otherwise, since a time without one is a guess. */
export function asTime(value: unknown): string | undefined {
  const text = asText(value)
  if (text === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
