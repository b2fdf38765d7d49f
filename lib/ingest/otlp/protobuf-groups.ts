import protobuf from 'protobufjs/light.js'
import { resource, resourceSpans, scope, scopeSpans, span, traceRequest } from './protobuf-messages'
import type { EXPORT_LIMITS, SpanGroup } from './wire-span'

type Limits = typeof EXPORT_LIMITS
type Field = { name: string; bytes: Uint8Array }

/** The groups of spans of a binary request; a span is decoded when it is asked for. @throws what is at fault */
export function* readProtobufGroups(bytes: Uint8Array, limits: Limits): Generator<SpanGroup> {
  const room = { values: limits.values }
  const decode = (type: protobuf.Type, part: Uint8Array | undefined) => {
    if (part === undefined) return {}
    countValues(type, part, room, limits)
    return type.toObject(type.decode(part), { longs: String, enums: Number })
  }
  for (const request of messagesIn(traceRequest, bytes)) {
    const parts = [...messagesIn(resourceSpans, request.bytes)]
    const attributes = decode(resource, last(parts, 'resource')).attributes
    for (const scoped of parts.filter(({ name }) => name === 'scopeSpans')) {
      const inner = [...messagesIn(scopeSpans, scoped.bytes)]
      const spans = inner.filter(({ name }) => name === 'spans').values()
      yield {
        attributes,
        scope: decode(scope, last(inner, 'scope')),
        spans: spans.map((one) => decode(span, one.bytes)),
      }
    }
  }
}

const last = (fields: readonly Field[], name: string) => fields.findLast((field) => field.name === name)?.bytes

/** The messages directly in one, not yet decoded. */
function* messagesIn(type: protobuf.Type, bytes: Uint8Array): Generator<Field> {
  const reader = protobuf.Reader.create(bytes)
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    const field = type.fieldsById[tag >>> 3]
    if (field && (tag & 7) === LENGTH_DELIMITED) yield { name: field.name, bytes: reader.bytes() }
    else reader.skipType(tag & 7)
  }
}

const LENGTH_DELIMITED = 2

/** Takes the values of a message from what may still come; decoding makes an object of each. */
function countValues(type: protobuf.Type, bytes: Uint8Array, room: { values: number }, limits: Limits): void {
  const reader = protobuf.Reader.create(bytes)
  const open = [{ type, end: reader.len }]
  let count = 0
  while (reader.pos < reader.len) {
    while (reader.pos >= (open.at(-1)?.end ?? reader.len)) open.pop()
    const tag = reader.uint32()
    const field = open.at(-1)?.type.fieldsById[tag >>> 3]?.resolve()
    room.values--
    if (room.values < 0) throw tooMany('the body', limits.values, limits)
    if (++count > limits.spanValues) throw tooMany('a span or resource', limits.spanValues, limits)
    if (field?.resolvedType instanceof protobuf.Type && (tag & 7) === LENGTH_DELIMITED) {
      const end = reader.uint32() + reader.pos
      open.push({ type: field.resolvedType, end })
      if (open.length > limits.depth) throw new RangeError(`nested deeper than ${limits.depth} levels`)
    } else reader.skipType(tag & 7)
  }
}

function tooMany(what: string, count: number, limits: Limits): RangeError {
  return new RangeError(`${what} holds more than ${count.toLocaleString('en')} values: send less at a time`, {
    cause: limits,
  })
}
