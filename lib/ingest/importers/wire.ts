import { createHash } from 'node:crypto'
import { isRecord } from '@/lib/contracts/is-record'
import { toIdentifier } from '@/lib/contracts/printable'
import { asNumber, asText } from '../json'
import { toIso } from '../otlp/wire-span'

/** A span in OTLP's JSON form, converted from another tool's export. */
export type WireSpan = Record<string, unknown>

/** Converts attributes to OTLP's list; nested values become JSON text. */
export function toKeyValues(attributes: Record<string, unknown>): { key: string; value: object }[] {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === null || value === undefined) return []
    return [{ key, value: toAnyValue(value) }]
  })
}

function toAnyValue(value: unknown): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') return Number.isSafeInteger(value) ? { intValue: value } : { doubleValue: value }
  return { stringValue: JSON.stringify(value) }
}

/** Flattens a value to dotted keys with list indexes, as OpenInference writes attributes on the wire. */
export function flatten(value: unknown, key = ''): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((inner, index) => flatten(inner, join(key, String(index))))
  if (isRecord(value)) return Object.entries(value).flatMap(([name, inner]) => flatten(inner, join(key, name)))
  return value === null || value === undefined ? [] : [[key, value]]
}

const join = (key: string, name: string) => (key === '' ? name : `${key}.${name}`)

/** Returns the JSON name of a field: `trace_id` becomes `traceId`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Converts an id to hex of that length: unchanged, a UUID without dashes, or otherwise hashed. */
export function hexId(id: string, digits: 16 | 32): string {
  const plain = id.replaceAll('-', '').toLowerCase()
  if (plain.length === digits && /^[0-9a-f]+$/.test(plain) && !/^0+$/.test(plain)) return plain
  return createHash('sha256').update(id).digest('hex').slice(0, digits)
}

const DIGEST_DIGITS = 8

/**
 * Returns text of others as an identifier of at most `max` characters; undefined if nothing can be seen of it. What is longer ends in a hash
 * of the whole, so that two with the same beginning stay two.
 */
export function wholeIdentifier(text: string | undefined, max: number): string | undefined {
  const whole = toIdentifier(text, Number.POSITIVE_INFINITY)
  if (whole === undefined || whole.length <= max) return whole
  const digest = createHash('sha256').update(whole).digest('hex').slice(0, DIGEST_DIGITS)
  return `${toIdentifier(whole, max - DIGEST_DIGITS - 1) ?? ''}~${digest}`
}

/**
 * Converts a time to nanoseconds since 1970, as digits. Accepts ISO 8601, also with a space and without an offset (UTC, as exports write
 * it), or a number whose magnitude implies its unit.
 */
export function toNano(value: unknown): string | undefined {
  const number = typeof value === 'number' || /^\d{10,19}$/.test(asText(value) ?? '') ? asNumber(value) : undefined
  if (number !== undefined) return fromNumber(number)
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/.exec(
    asText(value)?.trim() ?? '',
  )
  if (!match) return undefined
  const [, date, time, fraction = '', zone = 'Z'] = match
  const ms = Date.parse(`${date}T${time}${zone === 'UTC' ? 'Z' : zone}`)
  return Number.isNaN(ms) || ms <= 0 ? undefined : `${BigInt(ms) * 1_000_000n + BigInt(fraction.padEnd(9, '0'))}`
}

/** The same moment as a run's ISO time. */
export function toTime(value: unknown): string | undefined {
  const nano = toNano(value)
  return nano === undefined ? undefined : toIso(nano)
}

/** The last moment that 64 bits of nanoseconds can express, in the year 2554. */
const MAX_NANO = 2 ** 64

function fromNumber(value: number): string | undefined {
  if (value < 1e8 || value > MAX_NANO) return undefined
  const perUnit = value >= 1e17 ? 1 : value >= 1e14 ? 1e3 : value >= 1e11 ? 1e6 : 1e9
  return (BigInt(Math.round(value * (perUnit === 1e9 ? 1000 : 1))) * BigInt(perUnit === 1e9 ? 1e6 : perUnit)).toString()
}
