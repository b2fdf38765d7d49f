import { gzipSync } from 'node:zlib'
import { logsRequest, traceRequest } from '@/lib/ingest/otlp/protobuf-messages'
import { mutate, mutateBytes, toJson } from './mutate'
import type { FuzzRequest } from './send'
import { chance, pick, type Random, upTo } from './values'

const hex = (random: Random, length: number) => Array.from({ length }, () => upTo(random, 15).toString(16)).join('')

/** Makes a request with spans, log records or metrics, as JSON or protobuf, some of it changed, compressed or torn. */
export function otlpRequest(random: Random): FuzzRequest {
  const signal = pick(random, ['traces', 'traces', 'logs', 'metrics'] as const)
  const { value, fields } = mutate(signal === 'logs' ? logs(random) : traces(random), random)
  const isBinary = chance(random, 0.5)
  const bytes = isBinary ? toProtobuf(signal, value, random) : Buffer.from(toJson(value))
  const isTorn = chance(random, 0.2)
  const packed = chance(random, 0.1)
  const body = isTorn ? mutateBytes(bytes, random) : bytes
  return {
    subject: `otlp ${signal} ${isBinary ? 'protobuf' : 'JSON'}`,
    caller: chance(random, 0.95) ? 'key' : pick(random, ['nobody', 'admin']),
    method: 'POST',
    path: pick(random, [`/v1/${signal}`, `/api/otlp/v1/${signal}`]),
    headers: {
      'content-type': isBinary === chance(random, 0.97) ? 'application/x-protobuf' : 'application/json',
      ...(packed && { 'content-encoding': 'gzip' }),
    },
    body: packed ? gzipSync(body) : body,
    fields: isTorn ? [] : fields,
    waits: false,
    asksOutside: false,
    isForeign: false,
  }
}

/** Encodes a changed value; if protobuf cannot represent it, the unchanged one. */
function toProtobuf(signal: string, value: unknown, random: Random): Buffer {
  const type = signal === 'logs' ? logsRequest : traceRequest
  const whole = signal === 'logs' ? logs(random) : traces(random)
  for (const sent of [value, whole]) {
    try {
      return Buffer.from(type.encode(type.fromObject(JSON.parse(toJson(sent)))).finish())
    } catch {
      // Try the next one.
    }
  }
  return Buffer.alloc(0)
}

const KEYS = [
  'gen_ai.operation.name',
  'gen_ai.request.model',
  'gen_ai.usage.input_tokens',
  'gen_ai.tool.name',
  'gen_ai.input.messages',
  'input.value',
  'output.value',
  'openinference.span.kind',
  'session.id',
  'exception.message',
  'service.name',
  'traceloop.entity.input',
  'langfuse.observation.input',
]

function attribute(random: Random) {
  const value = pick<object>(random, [
    {
      stringValue: pick(random, [
        'chat',
        'execute_tool',
        'TOOL',
        '[{"role":"user","content":"Hello"}]',
        '{"a":',
        'null',
      ]),
    },
    { intValue: String(upTo(random, 9_000)) },
    { doubleValue: random() },
    { boolValue: chance(random, 0.5) },
    { arrayValue: { values: [{ stringValue: 'a' }, { kvlistValue: { values: [] } }] } },
    { bytesValue: 'AAEC' },
    {},
  ])
  return { key: pick(random, KEYS), value }
}

const many = <T>(random: Random, most: number, make: () => T) => Array.from({ length: upTo(random, most) }, make)
const nanos = (random: Random) => `${BigInt(Date.now() - upTo(random, 100_000)) * 1_000_000n}`

function traces(random: Random) {
  const traceId = hex(random, 32)
  const ids = Array.from({ length: 1 + upTo(random, 5) }, () => hex(random, 16))
  const spans = ids.map((spanId, place) => ({
    traceId,
    spanId,
    ...(place > 0 && { parentSpanId: pick(random, ids) }),
    name: pick(random, ['agent', 'chat', 'search', '', 'POST /x']),
    kind: upTo(random, 5),
    startTimeUnixNano: nanos(random),
    endTimeUnixNano: nanos(random),
    attributes: many(random, 4, () => attribute(random)),
    events: many(random, 1, () => ({
      name: 'exception',
      timeUnixNano: nanos(random),
      attributes: [attribute(random)],
    })),
    status: { code: upTo(random, 2), message: 'no' },
  }))
  return {
    resourceSpans: [
      { resource: { attributes: [attribute(random)] }, scopeSpans: [{ scope: { name: 'x', version: '1' }, spans }] },
    ],
  }
}

function logs(random: Random) {
  const logRecords = many(random, 4, () => ({
    timeUnixNano: nanos(random),
    eventName: pick(random, ['gen_ai.evaluation.result', 'gen_ai.choice', 'gen_ai.user.message', 'other']),
    flags: upTo(random, 1),
    traceId: hex(random, 32),
    spanId: hex(random, 16),
    body: { stringValue: 'said' },
    attributes: [
      { key: 'gen_ai.evaluation.name', value: { stringValue: pick(random, ['self', 'peer', 'x']) } },
      { key: 'gen_ai.evaluation.score.value', value: { doubleValue: random() * 2 } },
      attribute(random),
    ],
  }))
  return { resourceLogs: [{ resource: { attributes: [attribute(random)] }, scopeLogs: [{ scope: {}, logRecords }] }] }
}
