import { once } from 'node:events'
import http2 from 'node:http2'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { Client, compressionAlgorithms, credentials, Metadata, status } from '@grpc/grpc-js'
import type protobuf from 'protobufjs/light.js'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { logsRequest, traceRequest, traceResponse } from '@/lib/ingest/otlp/protobuf-messages'
import { createKey } from '@/lib/operations/keys/keys'
import { countUse } from '@/lib/operations/rate-limit/limits'
import { getRun } from '@/lib/operations/run-detail/get'
import { makeProject, type TestProject } from '@/lib/operations/testing/factories'
import { PATIENCE } from '@/lib/operations/testing/patience'
import { withBodyMemory } from './body/body-memory'
import { serveOtlp } from './otlp-grpc'

const traceId = Buffer.alloc(16, 7)
const spanId = Buffer.alloc(8, 7)
const span = {
  traceId,
  spanId,
  name: 'triage',
  startTimeUnixNano: '1790000000000000000',
  endTimeUnixNano: '1790000001000000000',
}
const traces = (...spans: object[]) => encode(traceRequest, { resourceSpans: [{ scopeSpans: [{ spans }] }] })
const encode = (type: protobuf.Type, body: object) => Buffer.from(type.encode(type.fromObject(body)).finish())

let test: TestProject
let secret: string
beforeAll(async () => {
  test = await makeProject()
  secret = (await createKey.run(await test.as('admin'), { name: 'collector', scopes: ['write'] })).secret
})

/** A client of a separate server, like an exporter. */
async function connect(options = {}, proxies = 0) {
  const server = await serveOtlp('127.0.0.1', 0, proxies)
  const client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure(), options)
  onTestFinished(async () => {
    client.close()
    await server.stop()
  })
  const send = (service: string, bytes: Buffer, key: string | null = secret, forwarded?: string) =>
    new Promise<Buffer>((resolve, reject) => {
      const metadata = new Metadata()
      if (key !== null) metadata.set('authorization', `Bearer ${key}`)
      if (forwarded) metadata.set('x-forwarded-for', forwarded)
      const path = `/opentelemetry.proto.collector.${service.toLowerCase()}.v1.${service}Service/Export`
      const same = (value: Buffer) => value
      client.makeUnaryRequest(path, same, same, bytes, metadata, (error, answer) =>
        error ? reject(error) : resolve(answer ?? Buffer.alloc(0)),
      )
    })
  return { server, send }
}

describe('OTLP over gRPC', () => {
  it.each([
    ['plain', {}],
    ['compressed', { 'grpc.default_compression_algorithm': compressionAlgorithms.gzip }],
  ])("accepts traces, %s, with the protocol's answers", async (_, options) => {
    const { send } = await connect(options)
    expect(await send('Trace', traces(span))).toHaveLength(0)
    expect((await getRun.run(test.key, { runId: traceId.toString('hex') })).run).toMatchObject({ status: 'completed' })
    const partial = traceResponse.decode(await send('Trace', traces(span, { name: 'no ids' })))
    expect(traceResponse.toObject(partial, { longs: Number })).toMatchObject({ partialSuccess: { rejectedSpans: 1 } })
  })

  it('accepts evaluations as logs, and metrics with a remark', async () => {
    const { send } = await connect()
    const attributes = [
      { key: 'gen_ai.evaluation.name', value: { stringValue: 'helpful' } },
      { key: 'gen_ai.evaluation.score.value', value: { doubleValue: 0.25 } },
    ]
    const record = { traceId, spanId, eventName: 'gen_ai.evaluation.result', attributes }
    await send('Logs', encode(logsRequest, { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] }))
    expect((await getRun.run(test.key, { runId: traceId.toString('hex') })).run.signals.downstream).toBe(0.25)
    expect((await send('Metrics', Buffer.alloc(0))).toString()).toContain('not kept')
  })

  it('refuses like HTTP: no key, an unknown one, a read-only one, and an invalid request', async () => {
    const { send } = await connect()
    const reading = (await createKey.run(await test.as('admin'), { name: 'reads', scopes: ['read'] })).secret
    await expect(send('Trace', traces(span), null)).rejects.toMatchObject({ code: status.UNAUTHENTICATED })
    await expect(send('Trace', traces(span), 'vk_unknown')).rejects.toMatchObject({ code: status.UNAUTHENTICATED })
    await expect(send('Trace', traces(span), reading)).rejects.toMatchObject({ code: status.PERMISSION_DENIED })
    await expect(send('Trace', gzipSync('x'))).rejects.toMatchObject({ code: status.INVALID_ARGUMENT })
    await expect(send('Profiles', traces(span))).rejects.toMatchObject({ code: status.UNIMPLEMENTED })
  })

  it('refuses too large messages, compressed or not', async () => {
    const { send } = await connect({ 'grpc.default_compression_algorithm': compressionAlgorithms.gzip })
    const bomb = send('Trace', Buffer.alloc(21 * 1024 * 1024))
    await expect(bomb).rejects.toMatchObject({ code: status.RESOURCE_EXHAUSTED })
  })

  it.each([
    ['counts strangers by the address that a trusted proxy names', 1, '203.0.113.7'],
    ['believes no address without a proxy', 0, '127.0.0.1'],
  ])('%s', async (_, proxies, address) => {
    const { send } = await connect({}, proxies)
    const before = await countUse('stranger', address)
    await expect(send('Trace', traces(span), 'unknown', '198.51.100.1, 203.0.113.7')).rejects.toMatchObject({
      code: status.UNAUTHENTICATED,
    })
    expect(await countUse('stranger', address)).toBeGreaterThanOrEqual(before + 2)
  })

  it('lets pending calls finish when it is stopped', async () => {
    const { server, send } = await connect()
    const under = send('Trace', traces({ ...span, traceId: Buffer.alloc(16, 8) }))
    await vi.waitFor(async () => {
      const [row] = await test.key.db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM run WHERE project_id = ${test.project.id}::uuid AND client_id = ${'08'.repeat(16)}`
      expect(row?.count).toBe(1)
    }, PATIENCE)
    await Promise.all([under, server.stop()])
    await expect(send('Trace', traces(span))).rejects.toMatchObject({ code: status.UNAVAILABLE })
  })

  describe('a caller who fills the memory', () => {
    const MIB = 1024 * 1024
    const LARGE = 19 * MIB

    function open(port: number) {
      const session = http2.connect(`http://127.0.0.1:${port}`, { maxSessionMemory: 1000 })
      session.on('error', () => {})
      onTestFinished(() => session.destroy())
      return session
    }

    /** Begins a call with a message of a given length, and resolves with the status when the call is over. */
    async function begin(
      session: http2.ClientHttp2Session,
      { length, sent, headers }: { length: number; sent: Buffer; headers?: Record<string, string> },
    ) {
      const stream = session.request({
        ':method': 'POST',
        ':path': '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
        'content-type': 'application/grpc',
        te: 'trailers',
        authorization: `Bearer ${secret}`,
        ...headers,
      })
      let code: unknown
      const onHeaders = (answer: http2.IncomingHttpHeaders) => {
        code = answer['grpc-status'] ?? code
      }
      stream
        .on('response', onHeaders)
        .on('trailers', onHeaders)
        .on('error', () => {})
      stream.resume()
      const prefix = Buffer.alloc(5)
      prefix.writeUInt8(headers?.['grpc-encoding'] ? 1 : 0)
      prefix.writeUInt32BE(length, 1)
      stream.write(prefix)
      stream.write(sent)
      if (sent.length === length) stream.end()
      await once(stream, 'close')
      return Number(code)
    }

    const withoutEnd = { length: LARGE, sent: Buffer.alloc(LARGE - 1) }

    it('with messages that never end gets the share of a project, and no more', async () => {
      const { server, send } = await connect()
      const session = open(server.port)
      expect(await Promise.any(Array.from({ length: 9 }, () => begin(session, withoutEnd)))).toBe(status.UNAVAILABLE)
      const other = await makeProject()
      const key = await createKey.run(await other.as('admin'), { name: 'collector', scopes: ['write'] })
      expect(await send('Trace', traces(span), key.secret)).toHaveLength(0)
      session.destroy()
      await vi.waitFor(async () => expect(await send('Trace', traces(span))).toHaveLength(0), PATIENCE)
    })

    it('with what is sent after a refusal fills nothing', async () => {
      const { server } = await connect()
      const sessions = [open(server.port), open(server.port)]
      const calls = sessions.flatMap((session) => Array.from({ length: 20 }, () => begin(session, withoutEnd)))
      let refused = 0
      for (const call of calls) void call.then(() => refused++)
      const tooMuch = () => withBodyMemory('somebody else', async (claim) => claim(MIB))
      while (refused < calls.length - 6) {
        await expect(tooMuch()).resolves.toBeUndefined()
        await setImmediate()
      }
    })

    it('with messages that never end loses them at the deadline, though still sending', async () => {
      const { server } = await connect()
      const headers = { 'grpc-timeout': '50m' }
      expect(await begin(open(server.port), { ...withoutEnd, headers })).toBe(status.DEADLINE_EXCEEDED)
    })

    it('with compressed messages has only as many unpacked at once as fit', async () => {
      const { server } = await connect()
      const sent = gzipSync(traces({ ...span, name: 'x'.repeat(LARGE) }))
      let most = 0
      const watch = setInterval(() => {
        most = Math.max(most, process.memoryUsage().arrayBuffers)
      }, 1)
      const sessions = [1, 2, 3].map(() => open(server.port))
      const headers = { 'grpc-encoding': 'gzip' }
      const calls = sessions.flatMap((session) =>
        Array.from({ length: 20 }, () => begin(session, { length: sent.length, sent, headers })),
      )
      expect(await Promise.all(calls)).toContain(status.UNAVAILABLE)
      clearInterval(watch)
      expect(most).toBeLessThan(calls.length * LARGE * 0.6)
    })
  })
})
