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

const MAX_DEPTH = 90

/**
 * The value that a text holds when it is JSON of an object or a list (attributes can only carry text), else the text.
 * Nesting deeper than a run's body may have stays text.
 */
export function parseEmbedded(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    const parsed: unknown = JSON.parse(value)
    return isDeeperThan(parsed, MAX_DEPTH) ? value : parsed
  } catch {
    return value
  }
}

/** True when objects and lists are nested in more than `limit` levels. */
function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  return Object.values(value).some((inner) => isDeeperThan(inner, limit - 1))
}

const TEXT_OR_NON_NUMBER = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g

/**
 * Parses JSON as Python writes it: NaN and the infinities stand there as bare words, and become null.
 * @throws SyntaxError when it is no JSON beside that.
 */
export function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error
    return JSON.parse(text.replace(TEXT_OR_NON_NUMBER, (token) => (token.startsWith('"') ? token : 'null')))
  }
}

/** Some exporters send 64-bit fields as bare numbers, which JSON.parse would round: in this text they are quoted. */
export function quoteLargeIntegers(text: string): string {
  return text.replace(/("(?:\w*UnixNano|intValue)"\s*:\s*)(-?\d{16,})/g, '$1"$2"')
}
