import protobuf from 'protobufjs/light.js'
import {
  logRecord,
  logsRequest,
  resource,
  resourceLogs,
  resourceSpans,
  scope,
  scopeLogs,
  scopeSpans,
  span,
  traceRequest,
} from './protobuf-messages'
import type { ExportLimits, SpanGroup } from './wire-span'

const LENGTH_DELIMITED = 2
const FIELDS_A_STEP = 5000

/** A request with more values than allowed. */
export class TooManyValues extends Error {}

/**
 * Counts the values of a binary request without decoding any, some thousand fields per step.
 * @throws TooManyValues, or an error about invalid bytes
 */
export function* countValues(
  bytes: Uint8Array,
  limits: ExportLimits,
  request = traceRequest,
): Generator<undefined, number> {
  const reader = protobuf.Reader.create(bytes)
  const units = new Set([span, logRecord, resource])
  const open = [{ type: request, end: reader.len }]
  let count = 0
  let inSpan = 0
  while (reader.pos < reader.len) {
    while (open.length > 1 && reader.pos >= (open.at(-1)?.end ?? 0)) open.pop()
    const tag = reader.uint32()
    const field = open.at(-1)?.type.fieldsById[tag >>> 3]?.resolve()
    if (++count > limits.values) throw tooMany('the body', limits.values)
    if (++inSpan > limits.spanValues && open.some(({ type }) => units.has(type)))
      throw tooMany('a span, log record or resource', limits.spanValues)
    if (field?.resolvedType instanceof protobuf.Type && (tag & 7) === LENGTH_DELIMITED) {
      const end = reader.uint32() + reader.pos
      if (end > reader.len) throw new RangeError('a message is longer than the body')
      if (units.has(field.resolvedType)) inSpan = 0
      open.push({ type: field.resolvedType, end })
      if (open.length > limits.depth) throw new RangeError(`nested deeper than ${limits.depth} levels`)
    } else reader.skipType(tag & 7)
    if (count % FIELDS_A_STEP === 0) yield
  }
  return count
}

/** Iterates the groups of spans of a counted binary request; spans are decoded lazily. */
export function* readProtobufGroups(bytes: Uint8Array): Generator<SpanGroup> {
  for (const request of messagesIn(traceRequest, 'resourceSpans', bytes)) {
    const attributes = decode(resource, last(messagesIn(resourceSpans, 'resource', request))).attributes
    for (const scoped of messagesIn(resourceSpans, 'scopeSpans', request))
      yield {
        attributes,
        scope: decode(scope, last(messagesIn(scopeSpans, 'scope', scoped))),
        spans: messagesIn(scopeSpans, 'spans', scoped).map((one) => decode(span, one)),
      }
  }
}

/** Iterates the log records of a counted binary request. */
export function* readProtobufLogs(bytes: Uint8Array): Generator<Record<string, unknown>> {
  for (const ofResource of messagesIn(logsRequest, 'resourceLogs', bytes))
    for (const scoped of messagesIn(resourceLogs, 'scopeLogs', ofResource))
      for (const record of messagesIn(scopeLogs, 'logRecords', scoped)) yield decode(logRecord, record)
}

/** Iterates the undecoded messages of one field. */
function* messagesIn(type: protobuf.Type, name: string, bytes: Uint8Array): Generator<Uint8Array> {
  const reader = protobuf.Reader.create(bytes)
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    if (type.fieldsById[tag >>> 3]?.name === name && (tag & 7) === LENGTH_DELIMITED) yield reader.bytes()
    else reader.skipType(tag & 7)
  }
}

function last(messages: Iterable<Uint8Array>): Uint8Array | null {
  let found: Uint8Array | null = null
  for (const message of messages) found = message
  return found
}

function decode(type: protobuf.Type, bytes: Uint8Array | null): Record<string, unknown> {
  return bytes === null ? {} : type.toObject(type.decode(bytes), { longs: String, enums: Number })
}

function tooMany(what: string, count: number): TooManyValues {
  return new TooManyValues(`${what} holds more than ${count.toLocaleString('en')} values: send less at a time`)
}
