import { beforeAll, expect, it } from 'vitest'
import { createKey } from '@/lib/operations/keys/keys'
import { getRun } from '@/lib/operations/run-detail/get'
import { listRuns } from '@/lib/operations/runs/list'
import { makeProject, type TestProject } from '@/lib/operations/testing/factories'
import { otlpLogs, otlpTraces } from './otlp-route'

let test: TestProject
let secret: string
beforeAll(async () => {
  test = await makeProject()
  secret = (await createKey.run(await test.as('admin'), { name: 'exporter', scopes: ['write'] })).secret
})

const trace = (traceId: string) => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              traceId,
              spanId: '0102030405060708',
              name: 'answer a ticket',
              startTimeUnixNano: '1790000000000000000',
              endTimeUnixNano: '1790000001000000000',
            },
          ],
        },
      ],
    },
  ],
})

function send(authorization: string, traceId: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization }
  const body = JSON.stringify(trace(traceId))
  return otlpTraces(new Request('http://desk.test/', { method: 'POST', headers, body }))
}
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

it("takes a key as the password of Basic authorization, as Langfuse's SDKs send it", async () => {
  const traceId = 'a'.repeat(32)
  expect((await send(basic(`pk-any:${secret}`), traceId)).status).toBe(200)
  const { runs } = await listRuns.run(await test.as('admin'), {})
  expect(runs.map(({ clientId }) => clientId)).toEqual([traceId])
})

it.each([
  ['an unknown key', () => basic('pk-any:vrt_unknown')],
  ['no password', () => basic(secret)],
  ['text that is not Base64', () => 'Basic %%%'],
])('refuses Basic authorization with %s', async (_, authorization) => {
  expect((await send(authorization(), 'b'.repeat(32))).status).toBe(401)
})

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })
const record = (traceId: string, at: number, event: string, body: object) => ({
  ...{ traceId, spanId: '0102030405060708', flags: 1, timeUnixNano: `179000000000000000${at}` },
  attributes: [text('event.name', event)],
  body: { kvlistValue: { values: [body] } },
})

it.each([
  ['before', 'c'.repeat(32), ['logs', 'traces']],
  ['after', 'd'.repeat(32), ['traces', 'logs']],
  ['twice beside', 'e'.repeat(32), ['logs', 'traces', 'logs', 'traces']],
])('shows the messages that are sent as log records %s their span', async (_, traceId, order) => {
  const answer = { key: 'message', value: { kvlistValue: { values: [text('content', 'It is warm.')] } } }
  const logRecords = [
    record(traceId, 1, 'gen_ai.system.message', text('content', 'You are terse.')),
    record(traceId, 2, 'gen_ai.user.message', text('content', 'Weather?')),
    record(traceId, 3, 'gen_ai.choice', answer),
  ]
  const logs = { resourceLogs: [{ scopeLogs: [{ logRecords }] }] }
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
  for (const signal of order) {
    const body = JSON.stringify(signal === 'logs' ? logs : trace(traceId))
    const take = signal === 'logs' ? otlpLogs : otlpTraces
    const response = await take(new Request('http://desk.test/', { method: 'POST', headers, body }))
    expect(await response.json()).toEqual({})
  }
  const { request, output } = await getRun.run(await test.as('admin'), { runId: traceId })
  expect(request).toEqual([
    { role: 'system', content: 'You are terse.' },
    { role: 'user', content: 'Weather?' },
  ])
  expect(output).toBe('It is warm.')
})
