import { findInfinite, TOO_LARGE_NUMBER } from '@/lib/contracts/find-infinite'
import { isRecord } from '@/lib/contracts/is-record'
import type { Span } from '@/lib/contracts/otlp'
import { canonicalJson } from '@/lib/engine/audit/canonical-json'
import { holdsMoreThan } from '@/lib/engine/json/holds-more-than'
import { asList, asRecord, asText, inWords } from '../json'
import { readTime, toNano } from './wire-time'

/** The content of a trace export. `message` says why the first rejected span was left out. */
export type DecodedTraces = { spans: Span[]; rejected: { count: number; message: string } }

/** Limits of one request: values in total, values in one span or resource, and nesting of the binary form. */
export const EXPORT_LIMITS = { values: 1_000_000, spanValues: 100_000, depth: 400 }
export type ExportLimits = typeof EXPORT_LIMITS
// The resource is stored with every span.
const MAX_RESOURCE_CHARACTERS = 64 * 1024

/** Spans of one scope and one resource, as on the wire. */
export type SpanGroup = { attributes: unknown; scope: Record<string, unknown>; spans: Iterable<unknown> }

/**
 * Returns the groups of an ExportTraceServiceRequest in JSON; unknown fields beside the expected lists are ignored.
 * @returns a message if the request is invalid
 */
export function readJsonGroups(request: unknown): SpanGroup[] | string {
  if (!isRecord(request)) return 'the request is not an object'
  const { resourceSpans = [] } = request
  if (!Array.isArray(resourceSpans)) return 'resourceSpans: expected a list'
  const ofResources = resourceSpans.map(asRecord)
  const misnamed =
    misnamedList(request, 'resourceSpans') ??
    ofResources.map((part) => misnamedList(part, 'scopeSpans', BESIDE_SCOPES)).find((message) => message !== null) ??
    null
  if (misnamed !== null) return misnamed
  return ofResources.flatMap((resourceSpan) =>
    asList(resourceSpan.scopeSpans)
      .map(asRecord)
      .map((scopeSpan) => ({
        attributes: asRecord(resourceSpan.resource).attributes,
        scope: asRecord(scopeSpan.scope),
        spans: asList(scopeSpan.spans),
      })),
  )
}

export const BESIDE_SCOPES = ['resource', 'schemaUrl']

/**
 * Returns a message if a part of a JSON request has other fields in place of a list: ignoring them would lose everything in them.
 * @param beside fields that may be there without the list
 */
export function misnamedList(part: Record<string, unknown>, list: string, beside: string[] = []): string | null {
  if (list in part) return null
  const other = Object.keys(part).find((name) => !beside.includes(name))
  return other === undefined ? null : `${other.slice(0, 100)}: OTLP in JSON has ${list} here, in camel case`
}

/** Returns why a part of a JSON request cannot be read; null if it can. The binary form may contain infinite numbers, JSON cannot. */
export function findJsonFault(part: unknown): string | null {
  const path = findInfinite(part)
  return path && `${path.join('.')} ${TOO_LARGE_NUMBER}`
}

/**
 * Reads the spans of a request, one per step. A span with invalid ids or times, or that is too large, is left
 * out and counted.
 * @param findFault returns why a span or resource cannot be read besides
 */
export function* readExport(
  groups: Iterable<SpanGroup>,
  findFault: (part: unknown) => string | null = () => null,
): Generator<undefined, DecodedTraces> {
  const spans: Span[] = []
  const faults: string[] = []
  for (const group of groups) {
    yield
    const resource = fromKeyValues(group.attributes)
    const isLarge = JSON.stringify(resource).length > MAX_RESOURCE_CHARACTERS
    const fault = isLarge ? LARGE_RESOURCE : findFault(group.attributes)
    const scope = { name: asText(group.scope.name) ?? null, version: asText(group.scope.version) ?? null }
    for (const wire of group.spans) {
      const span = fault ?? findFault(wire) ?? readSpan(wire, resource, scope)
      if (typeof span === 'string') faults.push(span)
      else spans.push(span)
      yield
    }
  }
  return { spans, rejected: { count: faults.length, message: faults[0] ?? '' } }
}

const LARGE_RESOURCE = `resource.attributes: more than ${MAX_RESOURCE_CHARACTERS / 1024} kB, which would be kept with every span`

function readSpan(wire: unknown, resource: Span['resource'], scope: Span['scope']): Span | string {
  if (!isRecord(wire)) return 'a span is not an object'
  if (holdsMoreThan(wire, EXPORT_LIMITS.spanValues))
    return `a span holds more than ${EXPORT_LIMITS.spanValues.toLocaleString('en')} values`
  const traceId = toHexId(wire.traceId, 32)
  if (traceId === null) return 'traceId: expected 32 hex digits, not all zero'
  const spanId = toHexId(wire.spanId, 16)
  if (spanId === null) return `spanId: expected 16 hex digits, not all zero (trace ${traceId})`
  const parentSpanId = toHexId(wire.parentSpanId, 16)
  if (parentSpanId === null && !isNoId(wire.parentSpanId))
    return `parentSpanId: expected 16 hex digits (trace ${traceId})`
  const start = readTime(wire.startTimeUnixNano)
  if ('fault' in start) return `startTimeUnixNano: ${start.fault} (trace ${traceId})`
  const end = readTime(wire.endTimeUnixNano)
  if ('fault' in end) return `endTimeUnixNano: ${end.fault} (trace ${traceId})`
  return {
    traceId,
    spanId,
    parentSpanId,
    name: asText(wire.name) ?? '',
    startNano: start.nano,
    endNano: end.nano,
    status: readStatus(asRecord(wire.status)),
    attributes: fromKeyValues(wire.attributes),
    events: asList(wire.events).filter(isRecord).map(readEvent),
    logged: [],
    links: asList(wire.links).flatMap(readLink),
    resource,
    scope,
  }
}

function readStatus({ code, message }: Record<string, unknown>): Span['status'] {
  const known =
    code === 2 || code === 'STATUS_CODE_ERROR' ? 'error' : code === 1 || code === 'STATUS_CODE_OK' ? 'ok' : 'unset'
  return { code: known, message: asText(message) ?? null }
}

function readEvent(event: Record<string, unknown>): Span['events'][number] {
  return {
    name: asText(event.name) ?? '',
    timeNano: toNano(event.timeUnixNano),
    attributes: fromKeyValues(event.attributes),
  }
}

function readLink(wire: unknown): Span['links'] {
  const link = asRecord(wire)
  const traceId = toHexId(link.traceId, 32)
  const spanId = toHexId(link.spanId, 16)
  return traceId === null || spanId === null ? [] : [{ traceId, spanId }]
}

/**
 * Returns an id in lower-case hex; null if it is invalid or all zero. Some exporters write bytes in JSON as base64, as protobuf's own JSON
 * does: such an id is shorter and ends in `=`.
 */
export function toHexId(id: unknown, digits: 16 | 32): string | null {
  const text = textOf(id)
  if (typeof text !== 'string' || text.length !== digits || !/^[0-9a-f]+$/i.test(text) || /^0+$/.test(text)) return null
  return text.toLowerCase()
}

/** Whether an optional id is not set: missing, empty or all zero. */
export function isNoId(id: unknown): boolean {
  return /^0*$/.test(inWords(textOf(id) ?? ''))
}

/** An id of bytes, or in base64, in hex; any other as it is. */
function textOf(id: unknown): unknown {
  const bytes = typeof id === 'string' && /^(?:[\w+/-]{11}=|[\w+/-]{22}==)$/.test(id) ? fromBase64(id) : id
  return bytes instanceof Uint8Array ? Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') : bytes
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}

const MAX_DEPTH = 80

/**
 * Converts an OTLP AnyValue to plain JSON. Integers beyond 2^53 become digits, bytes the text that they encode or base64, NaN and the
 * infinities their names; an unset value is null.
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
    return value.bytesValue instanceof Uint8Array ? fromBytes(value.bytesValue) : fromBytesText(value.bytesValue)
  return null
}

/** Converts a list of `{ key, value }` to an object; the last duplicate wins. */
export function fromKeyValues(list: unknown, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    asList(list).flatMap((entry) => {
      const key = isRecord(entry) ? asText(entry.key) : undefined
      return key === undefined || !isRecord(entry) ? [] : [[key, fromAnyValue(entry.value, depth)]]
    }),
  )
}

function fromInteger(value: unknown): unknown {
  const number = toNumber(value)
  return Number.isSafeInteger(number) ? number : inWords(value)
}

function fromDouble(value: unknown): unknown {
  const number = toNumber(value)
  return Number.isFinite(number) ? number : inWords(value)
}

/** `Number` throws on an object with fields named `valueOf` and `toString`. */
const toNumber = (value: unknown) => (typeof value === 'object' && value !== null ? Number.NaN : Number(value))

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** LangSmith for Python sends prompts and answers as bytes. */
function fromBytes(bytes: Uint8Array): string {
  try {
    const text = utf8.decode(bytes)
    if (!/(?![\t\n\r])\p{Cc}/u.test(text)) return text
  } catch {
    // Not text.
  }
  return toBase64(bytes)
}

/** The same for bytes in base64, as JSON has them; text of another kind stays as it is. */
function fromBytesText(text: unknown): unknown {
  const isBase64 = typeof text === 'string' && /^[\w+/-]*={0,2}$/.test(text)
  try {
    return isBase64 ? fromBytes(fromBase64(text)) : (text ?? null)
  } catch {
    return text
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

const NANOS_PER_MS = 1_000_000n

/** Returns the times of a span for a run; times that are not set are omitted, and so is an end before the start. */
export function timesOf(span: Span): { startedAt?: string; endedAt?: string; durationMs?: number } {
  const startedAt = span.startNano === null ? {} : { startedAt: toIso(span.startNano) }
  if (span.endNano === null) return startedAt
  if (span.startNano === null) return { endedAt: toIso(span.endNano) }
  const nanos = BigInt(span.endNano) - BigInt(span.startNano)
  if (nanos < 0n) return startedAt
  return { ...startedAt, endedAt: toIso(span.endNano), durationMs: Number(nanos) / 1e6 }
}

/** Orders spans by start, then end, then id; spans without a start come last. */
export function byStart(a: Span, b: Span): number {
  return compareNano(a.startNano, b.startNano) || compareNano(a.endNano, b.endNano) || (a.spanId < b.spanId ? -1 : 1)
}

/** Compares digits without leading zeros; null comes last. */
export function compareNano(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : 1
}

/** Converts nanoseconds since 1970, in decimal digits, to an ISO time in UTC; what is below a millisecond is dropped. */
export function toIso(nano: string): string {
  return new Date(Number(BigInt(nano) / NANOS_PER_MS)).toISOString()
}

/** Whether only log records of a span have arrived. It becomes no step. */
export const isOnlyLogged = (span: Span) => span.startNano === null && span.logged.length > 0

/**
 * Merges new spans into the known ones: one per (trace, span) id. A later span replaces an earlier one, except that an open span never
 * replaces a finished one. What was logged of a span is kept beside it.
 */
export function mergeSpans(known: readonly Span[], added: readonly Span[]): Span[] {
  const merged = new Map<string, Span>()
  for (const span of [...known, ...added]) {
    const key = `${span.traceId}-${span.spanId}`
    const earlier = merged.get(key)
    const isNews = !earlier || (!isOnlyLogged(span) && (earlier.endNano === null || span.endNano !== null))
    const kept = isNews || isOnlyLogged(earlier) ? span : earlier
    merged.set(key, earlier ? { ...kept, logged: mergeLogged(earlier.logged, span.logged) } : kept)
  }
  return [...merged.values()]
}

/** Records may arrive twice, and the database orders the attributes of the known ones anew. */
function mergeLogged(known: Span['logged'], added: Span['logged']): Span['logged'] {
  if (known.length === 0 || added.length === 0) return known.length === 0 ? added : known
  const records = new Map([...known, ...added].map((record) => [canonicalJson(record), record]))
  return [...records.values()].sort((a, b) => compareNano(a.timeNano, b.timeNano))
}
