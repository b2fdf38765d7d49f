import { beforeAll, expect, it } from 'vitest'
import { createKey } from '@/lib/operations/keys/keys'
import { listRuns } from '@/lib/operations/runs/list'
import { makeProject, type TestProject } from '@/lib/operations/testing/factories'
import { otlpTraces } from './otlp-route'

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
