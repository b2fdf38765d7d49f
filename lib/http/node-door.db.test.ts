import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import { getDb } from '@/lib/db/client'
import { ingestRuns } from '@/lib/operations/ingest/ingest-runs'
import { createKey } from '@/lib/operations/keys/keys'
import { makeProject, runBody, type TestProject } from '@/lib/operations/testing/factories'
import { openNodeDoor } from './node-door'
import { createRouter } from './router'
import { staticHeaders } from './static-headers.mjs'

type Door = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

const LEFT_TO_NEXT = 418
const server = createServer(async (request, response) => {
  const { veritasNodeDoor: door } = globalThis as typeof globalThis & { veritasNodeDoor?: Door }
  if (!(await door?.(request, response))) response.writeHead(LEFT_TO_NEXT).end()
})
let test: TestProject
let authorization: string

beforeAll(async () => {
  openNodeDoor(createRouter([ingestRuns]))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test = await makeProject()
  authorization = `Bearer ${(await createKey.run(await test.as('admin'), { name: 'ci' })).secret}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

type Sent = { method?: string; path?: string; headers?: Record<string, string> }

function open({ method = 'POST', path = '/api/v1/runs', headers }: Sent = {}) {
  const { port } = server.address() as AddressInfo
  const defaults = { authorization, 'content-type': 'application/json' }
  return request({ host: '127.0.0.1', port, method, path, headers: headers ?? defaults })
}

async function send(body: string | Buffer, sent?: Sent): Promise<IncomingMessage> {
  const asked = open(sent).end(body)
  const [answer] = await once(asked, 'response')
  return answer
}

const stored = (clientId: string) => getDb().run.count({ where: { projectId: test.project.id, clientId } })

it('answers runs sent with a key like the router, with the headers of every answer', async () => {
  const answer = await send(JSON.stringify(runBody({ id: 'one' })))
  expect(answer.statusCode).toBe(200)
  expect(await json(answer)).toMatchObject({ accepted: [{ id: 'one', duplicate: false }], rejected: [] })
  expect(answer.headers).toMatchObject(Object.fromEntries(staticHeaders.map(({ key, value }) => [key, value])))
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json' })
  expect(answer.headers['x-request-id']).toBeTruthy()
  expect(await stored('one')).toBe(1)
})

it('reads gzip, and refuses what the contract does', async () => {
  const type = { authorization, 'content-type': 'application/json' }
  const zipped = gzipSync(JSON.stringify(runBody({ id: 'zipped' })))
  expect((await send(zipped, { headers: { ...type, 'content-encoding': 'gzip' } })).statusCode).toBe(200)
  expect((await send('{"id":', { headers: type })).statusCode).toBe(400)
  expect((await send('', { headers: type })).statusCode).toBe(400)
  expect((await send('{}', { headers: { authorization } })).statusCode).toBe(415)
  const wrong = await send(JSON.stringify({ ...runBody({ id: 'wrong' }), attempt: 'first' }))
  expect(wrong.statusCode).toBe(400)
  expect(await json(wrong)).toMatchObject({ error: { code: 'invalid_input', issues: [{ path: 'attempt' }] } })
  expect(await stored('wrong')).toBe(0)
})

it('answers an unknown key and a body that is too large before it is sent', async () => {
  for (const [headers, status] of [
    [{ authorization: 'Bearer vrt_unknown', 'content-type': 'application/json', 'content-length': '1000' }, 401],
    [{ authorization, 'content-type': 'application/json', 'content-length': String(MAX_BODY_BYTES + 1) }, 413],
  ] as const) {
    const asked = open({ headers })
    asked.flushHeaders()
    const [answer] = await once(asked, 'response')
    expect(answer.statusCode).toBe(status)
    expect(JSON.parse(await text(answer))).toHaveProperty('error.requestId')
    asked.destroy()
  }
})

it('stores nothing of a body that breaks off', async () => {
  const body = JSON.stringify(runBody({ id: 'broken' }))
  const asked = open()
  asked.once('error', () => undefined)
  const arrived = once(server, 'request')
  asked.write(body.slice(0, 40))
  const [, response] = await arrived
  const closed = once(response, 'close')
  asked.destroy()
  await closed
  expect((await send(JSON.stringify(runBody({ id: 'after' })))).statusCode).toBe(200)
  expect(await stored('broken')).toBe(0)
})

it.each<Sent>([
  { headers: { 'content-type': 'application/json' } },
  { method: 'GET' },
  { path: '/api/v1/runs/' },
  { path: '/api/v1/runs/one/signals' },
  { path: '/api/v1/quality/validate_output' },
])('leaves everything else to Next: %j', async (sent) => {
  const headers = sent.headers ?? { authorization, 'content-type': 'application/json' }
  expect((await send('', { ...sent, headers })).statusCode).toBe(LEFT_TO_NEXT)
})
