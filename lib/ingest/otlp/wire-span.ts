import { isRecord } from '@/lib/contracts/is-record'
import type { Span } from '@/lib/contracts/otlp'
import { asList, asRecord, asText } from '@/lib/ingest/json/fields'
import { fromKeyValues } from './any-value'

const MAX_UINT64 = 18_446_744_073_709_551_615n

/** What an export request holds. `message` says why the first of the rejected spans was left out. */
export type DecodedTraces = { spans: Span[]; rejected: { count: number; message: string } }

/**
 * The spans of an ExportTraceServiceRequest in its JSON form, or in that of protobuf's reflection (ids as bytes).
 * Unknown fields are ignored; a span without valid ids is left out and counted.
 * @returns a message instead, when the request is no such thing at all.
 */
export function readRequest(request: unknown): DecodedTraces | string {
  if (!isRecord(request)) return 'the request is not an object'
  const { resourceSpans = [] } = request
  if (!Array.isArray(resourceSpans)) return 'resourceSpans: expected a list'
  const spans: Span[] = []
  const faults: string[] = []
  for (const resourceSpan of resourceSpans.map(asRecord)) {
    const resource = fromKeyValues(asRecord(resourceSpan.resource).attributes)
    for (const scopeSpan of asList(resourceSpan.scopeSpans).map(asRecord)) {
      const { name, version } = asRecord(scopeSpan.scope)
      const scope = { name: asText(name) ?? null, version: asText(version) ?? null }
      for (const wire of asList(scopeSpan.spans)) {
        const span = readSpan(wire, resource, scope)
        if (typeof span === 'string') faults.push(span)
        else spans.push(span)
      }
    }
  }
  return { spans, rejected: { count: faults.length, message: faults[0] ?? '' } }
}

function readSpan(wire: unknown, resource: Span['resource'], scope: Span['scope']): Span | string {
  if (!isRecord(wire)) return 'a span is not an object'
  const traceId = toHexId(wire.traceId, 32)
  if (traceId === null) return 'traceId: expected 32 hex digits, not all zero'
  const spanId = toHexId(wire.spanId, 16)
  if (spanId === null) return `spanId: expected 16 hex digits, not all zero (trace ${traceId})`
  return {
    traceId,
    spanId,
    parentSpanId: toHexId(wire.parentSpanId, 16),
    name: asText(wire.name) ?? '',
    startNano: toNano(wire.startTimeUnixNano),
    endNano: toNano(wire.endTimeUnixNano),
    status: readStatus(asRecord(wire.status)),
    attributes: fromKeyValues(wire.attributes),
    events: asList(wire.events).filter(isRecord).map(readEvent),
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

function toHexId(id: unknown, digits: number): string | null {
  const text = id instanceof Uint8Array ? Array.from(id, (byte) => byte.toString(16).padStart(2, '0')).join('') : id
  if (typeof text !== 'string' || text.length !== digits || !/^[0-9a-f]+$/i.test(text) || /^0+$/.test(text)) return null
  return text.toLowerCase()
}

/** Zero means "not set" on the wire. */
function toNano(value: unknown): string | null {
  const digits = typeof value === 'number' && Number.isFinite(value) ? BigInt(Math.trunc(value)).toString() : value
  if (typeof digits !== 'string' || !/^\d{1,20}$/.test(digits)) return null
  const nano = BigInt(digits)
  return nano === 0n || nano > MAX_UINT64 ? null : nano.toString()
}
