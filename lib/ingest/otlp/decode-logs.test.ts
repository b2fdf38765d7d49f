import { describe, expect, it } from 'vitest'
import { decodeJsonLogs, decodeProtobufLogs, type LogsResult } from './decode-logs'
import { logsRequest } from './protobuf-messages'

const TRACE = 'a'.repeat(32)
const SPAN = 'b'.repeat(16)
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })
const attributes = [
  text('gen_ai.evaluation.name', 'helpful'),
  { key: 'gen_ai.evaluation.score.value', value: { doubleValue: 0.75 } },
  text('gen_ai.evaluation.explanation', 'it answers'),
]
const event = { eventName: 'gen_ai.evaluation.result', timeUnixNano: '1790000000000000000', attributes }

function logs(logRecords: object[]) {
  return { resourceLogs: [{ resource: {}, scopeLogs: [{ logRecords }] }] }
}

function finish(steps: Generator<undefined, LogsResult>): LogsResult {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const found = {
  traceId: TRACE,
  spanId: SPAN,
  evaluation: { name: 'helpful', score: 0.75, kind: 'CODE', explanation: 'it answers', at: '2026-09-21T14:13:20.000Z' },
}

describe('a logs export', () => {
  it('returns its evaluations from JSON and protobuf, and counts other records', () => {
    const ids = { traceId: TRACE, spanId: SPAN }
    const json = finish(decodeJsonLogs(logs([{ ...event, ...ids }, event, { body: { stringValue: 'hello' } }])))
    expect(json).toMatchObject({ ok: true, evaluations: [found], withoutTrace: 1, others: 1 })
    const bytes = { traceId: Buffer.from(TRACE, 'hex'), spanId: Buffer.from(SPAN, 'hex') }
    const message = logsRequest.fromObject(logs([{ ...event, ...bytes }, event, {}]))
    const protobuf = finish(decodeProtobufLogs(logsRequest.encode(message).finish()))
    expect(protobuf).toMatchObject({ ok: true, evaluations: [found], withoutTrace: 1, others: 1 })
  })

  it('recognises the event by its attribute, as older SDKs send it', () => {
    const { eventName, ...old } = event
    const record = { ...old, traceId: TRACE, attributes: [text('event.name', eventName), ...attributes] }
    expect(finish(decodeJsonLogs(logs([record])))).toMatchObject({ evaluations: [{ traceId: TRACE, spanId: null }] })
  })

  it('reads ids in base64, and counts an invalid span id instead of using the whole trace', () => {
    const ids = {
      traceId: Buffer.from(TRACE, 'hex').toString('base64'),
      spanId: Buffer.from(SPAN, 'hex').toString('base64'),
    }
    const records = [
      { ...event, ...ids },
      { ...event, ...ids, spanId: 'b7' },
    ]
    expect(finish(decodeJsonLogs(logs(records)))).toMatchObject({ ok: true, evaluations: [found], withoutTrace: 1 })
  })

  it('counts an evaluation whose time is not in nanoseconds, and says so', () => {
    const records = [
      { ...event, traceId: TRACE, timeUnixNano: '1790000000000' },
      { ...event, traceId: TRACE },
    ]
    expect(finish(decodeJsonLogs(logs(records)))).toMatchObject({
      evaluations: [{ traceId: TRACE }],
      withoutTime: 1,
      timeFault: expect.stringContaining('milliseconds'),
    })
  })

  it('returns the messages of sampled spans from JSON and protobuf, and counts those of others', () => {
    const body = { kvlistValue: { values: [text('content', 'Weather?')] } }
    const message = { eventName: 'gen_ai.user.message', timeUnixNano: '1790000000000000000', body, flags: 1 }
    const expected = {
      traceId: TRACE,
      spanId: SPAN,
      startNano: null,
      logged: [
        {
          name: 'gen_ai.user.message',
          timeNano: '1790000000000000000',
          attributes: { 'gen_ai.event.content': '{"content":"Weather?"}' },
        },
      ],
    }
    const ids = { traceId: TRACE, spanId: SPAN }
    const json = logs([
      { ...message, ...ids },
      { ...message, ...ids, flags: 0 },
      { ...message, traceId: TRACE },
    ])
    expect(finish(decodeJsonLogs(json))).toMatchObject({ messages: [expected], others: 2 })
    const bytes = { traceId: Buffer.from(TRACE, 'hex'), spanId: Buffer.from(SPAN, 'hex') }
    const request = logsRequest.fromObject(logs([{ ...message, ...bytes }]))
    const protobuf = finish(decodeProtobufLogs(logsRequest.encode(request).finish()))
    expect(protobuf).toMatchObject({ messages: [expected], others: 0 })
  })

  it('is refused with a message if it is invalid', () => {
    expect(finish(decodeJsonLogs({ resourceLogs: 'x' }))).toMatchObject({ ok: false })
    expect(finish(decodeJsonLogs({ resource_logs: [] }))).toMatchObject({
      ok: false,
      message: expect.stringContaining('camel case'),
    })
    expect(finish(decodeJsonLogs({ resourceLogs: [{ resource: {}, scope_logs: [{}] }] }))).toMatchObject({
      ok: false,
      message: expect.stringContaining('scopeLogs'),
    })
    expect(finish(decodeProtobufLogs(Uint8Array.from([10, 200, 1])))).toMatchObject({ ok: false, isTooLarge: false })
    expect(finish(decodeJsonLogs(null))).toMatchObject({ ok: true, evaluations: [], others: 0 })
  })
})
