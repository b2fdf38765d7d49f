import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { getRun } from '@/lib/contracts/run-detail'
import { listRuns } from '@/lib/contracts/runs'
import { rpcStatus, traceRequest, traceResponse } from '@/lib/ingest/otlp/protobuf-messages'
import { expect, test } from '../fixtures'

const PROTOBUF = 'application/x-protobuf'
const nanoAt = (ms: number) => `${ms}000000`
const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
})

/** A trace of one agent with one model call, with ids as bytes or as hex. */
function trace(ids: 'bytes' | 'hex') {
  const id = (size: number) => {
    const bytes = randomBytes(size)
    return ids === 'hex' ? bytes.toString('hex') : bytes
  }
  const [traceId, rootId, chatId] = [id(16), id(8), id(8)]
  const now = Date.now()
  const times = { startTimeUnixNano: nanoAt(now - 900), endTimeUnixNano: nanoAt(now) }
  const root = {
    traceId,
    spanId: rootId,
    name: 'invoke_agent support',
    attributes: [attribute('gen_ai.operation.name', 'invoke_agent'), attribute('gen_ai.agent.name', 'support')],
    ...times,
  }
  const chat = {
    traceId,
    spanId: chatId,
    parentSpanId: rootId,
    name: 'chat small-model',
    attributes: [
      attribute('gen_ai.operation.name', 'chat'),
      attribute('gen_ai.request.model', 'small-model'),
      attribute('gen_ai.usage.input_tokens', 120),
      attribute('gen_ai.usage.output_tokens', 30),
    ],
    ...times,
  }
  return { resourceSpans: [{ scopeSpans: [{ spans: [root, chat] }] }] }
}

for (const path of ['/v1/traces', '/api/otlp/v1/traces', '/api/public/otel/v1/traces']) {
  test(`a trace sent as JSON to ${path} becomes one run, however often it is sent`, async ({ desk, wire }) => {
    const data = trace('hex')
    for (let delivery = 0; delivery < 2; delivery++) {
      const answer = await wire.post(path, { data })
      expect(answer.status()).toBe(200)
      expect(answer.headers()['content-type']).toContain('application/json')
      expect(await answer.json()).toEqual({})
    }
    const { runs } = await desk.send(listRuns, {})
    expect(runs).toMatchObject([{ chain: 'support', tokens: 150 }])
    const { nodes } = await desk.send(getRun, { runId: runs[0]?.id ?? '' })
    expect(nodes.map((node) => node.name)).toContain('chat small-model')
  })

  test(`a trace sent as gzipped protobuf to ${path} becomes the same run, and is answered in protobuf`, async ({
    desk,
    wire,
  }) => {
    const data = gzipSync(traceRequest.encode(traceRequest.fromObject(trace('bytes'))).finish())
    const answer = await wire.post(path, { headers: { 'content-type': PROTOBUF, 'content-encoding': 'gzip' }, data })
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toContain(PROTOBUF)
    expect(traceResponse.toObject(traceResponse.decode(await answer.body()))).toEqual({})
    expect((await desk.send(listRuns, {})).runs).toMatchObject([{ chain: 'support', tokens: 150 }])
  })
}

test('an invalid trace is refused as the protocol requires, in the encoding of the request', async ({ wire }) => {
  const inJson = await wire.post('/v1/traces', {
    headers: { 'content-type': 'application/json' },
    data: Buffer.from('{"resourceSpans":['),
  })
  expect(inJson.status()).toBe(400)
  expect(await inJson.json()).toMatchObject({ code: 3, message: expect.stringContaining('not JSON') })
  const inProtobuf = await wire.post('/v1/traces', {
    headers: { 'content-type': PROTOBUF },
    data: Buffer.from([0x0a, 0xff]),
  })
  expect(inProtobuf.status()).toBe(400)
  expect(rpcStatus.toObject(rpcStatus.decode(await inProtobuf.body()))).toMatchObject({ code: 3 })
  const inNeither = await wire.post('/v1/traces', { headers: { 'content-type': 'text/plain' }, data: 'spans' })
  expect([400, 415]).toContain(inNeither.status())
})

test('an empty export succeeds, and a body over the limit is refused', async ({ wire }) => {
  const nothing = await wire.post('/v1/traces', { headers: { 'content-type': PROTOBUF }, data: Buffer.alloc(0) })
  expect(nothing.status()).toBe(200)
  const headers = { 'content-type': PROTOBUF, 'content-encoding': 'gzip' }
  const bomb = await wire.post('/v1/traces', { headers, data: gzipSync(Buffer.alloc(21 * 1024 * 1024)) })
  expect(bomb.status()).toBe(413)
})

test('another format is refused by the name of its field, and an unknown address answers in JSON', async ({ wire }) => {
  const refused = await wire.post('/v1/traces', { data: { data: [{ object: 'trace' }] } })
  expect(refused.status()).toBe(400)
  expect(JSON.stringify(await refused.json())).toContain('data: OTLP in JSON has resourceSpans here')
  const unknown = await wire.post('/v1/nothing', { data: {} })
  expect(unknown.status()).toBe(404)
  expect(await unknown.json()).toMatchObject({ error: { code: 'not_found' } })
})

test('unusable spans are counted, and the others are kept', async ({ desk, wire }) => {
  const good = trace('hex')
  const bad = { traceId: 'xyz', spanId: 'too short', name: 'lost' }
  const resourceSpans = [...good.resourceSpans, { scopeSpans: [{ spans: [bad] }] }]
  const answer = await wire.post('/v1/traces', { data: { resourceSpans } })
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toMatchObject({ partialSuccess: { rejectedSpans: expect.anything() } })
  expect((await desk.send(listRuns, {})).runs).toHaveLength(1)
})
