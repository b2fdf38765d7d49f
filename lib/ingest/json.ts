import { findInfinite, TOO_LARGE_NUMBER } from '@/lib/contracts/find-infinite'
import { isRecord } from '@/lib/contracts/is-record'
import { ERROR_TEXT_MAX } from '@/lib/contracts/printable'
import type { RunBody } from '@/lib/contracts/run-input'
import { quoteLargeIntegers } from './exact-json'

type Json = Record<string, unknown>

/** Returns the value if it is an object, else an empty one. */
export function asRecord(value: unknown): Json {
  return isRecord(value) ? value : {}
}

/** Returns the value if it is a list, else an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns the object without undefined values. */
export function definedOf<T extends object>(facts: T): Partial<T> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Partial<T>
}

/** Returns text that is not blank, else undefined. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** Room for the note at the end of an error that is cut. */
const NOTE = 40

/** Returns the text of an error of others as a run can hold it: what is too long is cut, and ends in a note that says so. */
export function errorText(text: string): string {
  if (text.length <= ERROR_TEXT_MAX) return text
  const kept = text.slice(0, ERROR_TEXT_MAX - NOTE).toWellFormed()
  return `${kept}… (${text.length - kept.length} more characters)`
}

/** Returns text or a finite number as text: ids may be either. */
export function asId(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : asText(value)
}

/** Returns any value as text. `String` throws on an object with a field named `toString`. */
export function inWords(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** Returns a finite number, also from numeric text; else undefined. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value.trim())) return asNumber(Number(value))
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Returns a finite number of at least 0, also from numeric text; else undefined. */
export function asNonNegative(value: unknown): number | undefined {
  const number = asNumber(value)
  return number !== undefined && number >= 0 ? number : undefined
}

/** Returns a whole number of at least 0, also from numeric text; else undefined. */
export function asCount(value: unknown): number | undefined {
  const number = asNonNegative(value)
  return Number.isSafeInteger(number) ? number : undefined
}

/**
 * Returns token counts; undefined if none was counted. Zeros alone are no count: tools write them for providers that report no usage, and no
 * model reads and writes nothing.
 */
export function asTokens(counts: { input: unknown; output: unknown; total: unknown }): RunBody['tokens'] {
  const tokens = { input: asCount(counts.input), output: asCount(counts.output), total: asCount(counts.total) }
  return Object.values(tokens).some((count) => count !== undefined && count > 0) ? tokens : undefined
}

/** Returns a time with an offset in UTC; else undefined, since a time without one is ambiguous. */
export function asTime(value: unknown): string | undefined {
  const text = asText(value)
  if (text === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

const MAX_DEPTH = 90

/**
 * Parses text that is a JSON object or list (attributes can only contain text), whole numbers beyond 2^53 as their digits; other values are
 * returned unchanged, and so is JSON nested deeper than a run's body may be, or with a number beyond a double.
 */
export function parseEmbedded(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    const parsed: unknown = JSON.parse(quoteLargeIntegers(value))
    return isDeeperThan(parsed, MAX_DEPTH) || findInfinite(parsed) ? value : parsed
  } catch {
    return value
  }
}

/** Like {@link parseEmbedded}, for values that SDKs always serialise: a JSON string becomes its text. */
export function parseSerialised(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('"') || !value.endsWith('"')) return parseEmbedded(value)
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Whether objects and lists are nested in more than `limit` levels. */
function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  return Object.values(value).some((inner) => isDeeperThan(inner, limit - 1))
}

/** As of an OTLP request, the deepest that the desk reads. */
const MAX_PARSED_DEPTH = 1000

const TEXT_OR_NON_NUMBER = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g

/**
 * Parses JSON as Python writes it, where NaN and the infinities are bare words, which become null.
 * @throws SyntaxError if it is otherwise invalid, nested deeper than a request may be, or a number is beyond a double
 */
export function parsePythonJson(text: string): unknown {
  const value = parseWithoutNaN(text)
  if (isDeeperThan(value, MAX_PARSED_DEPTH)) throw new SyntaxError(`nested deeper than ${MAX_PARSED_DEPTH} levels`)
  const path = findInfinite(value)
  if (path) throw new SyntaxError(`${path.join('.')} ${TOO_LARGE_NUMBER}`)
  return value
}

function parseWithoutNaN(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error
    return JSON.parse(text.replace(TEXT_OR_NON_NUMBER, (token) => (token.startsWith('"') ? token : 'null')))
  }
}
