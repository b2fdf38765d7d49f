import { setImmediate } from 'node:timers/promises'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { getDb } from '@/lib/db/client'
import { answerMcp } from '@/lib/mcp/answer-mcp'
import { exactIn } from '@/lib/mcp/tools'
import { passwordStamp } from '@/lib/operations/account/password-hash'
import { beginSession } from '@/lib/operations/account/sessions'
import { ingestRuns } from '@/lib/operations/ingest/ingest-runs'
import { createKey, revokeKey } from '@/lib/operations/keys/keys'
import { updateMember } from '@/lib/operations/members/members'
import { countUse } from '@/lib/operations/rate-limit/limits'
import { registry } from '@/lib/operations/registry'
import { makeProject } from '@/lib/operations/testing/factories'
import { forEvery } from '@/scripts/testing/for-every'
import { contextOf } from './actor'
import { guardSignIn } from './guard-sign-in'
import { READ_AT_ONCE, whileAllowed } from './long-answers'
import { mcpRoute } from './mcp-route'
import { otlpTraces } from './otlp-route'
import { route } from './router'

/** A request whose body must not be read. */
function untouched(headers: Record<string, string>) {
  const pull = vi.fn()
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body, duplex: 'half' }
  return { request: new Request('http://desk.test/', init), pull }
}

let reading: string
let writing: string
beforeAll(async () => {
  const { as } = await makeProject()
  const admin = await as('admin')
  reading = (await createKey.run(admin, { name: 'reads', scopes: ['read'] })).secret
  writing = (await createKey.run(admin, { name: 'writes', scopes: ['read', 'write'] })).secret
})

const withBody = registry.filter(({ contract: { method } }) => method === 'POST' || method === 'PATCH')
const named = withBody.map((operation) => ({ name: operation.contract.name, operation }))
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const from = (address: string) => ({ 'x-forwarded-for': address })

it('refuses callers without permission before a byte of the body is read', () =>
  forEvery(
    named.filter(({ operation }) => operation.contract.scope !== 'public'),
    async ({ name, operation }) => {
      const { scope } = operation.contract
      const ask = async (headers: Record<string, string>) => {
        const { request, pull } = untouched(headers)
        const response = await route(operation)(request, {})
        expect(pull).not.toHaveBeenCalled()
        return response.status
      }
      expect(await ask(from(name))).toBe(401)
      expect(await ask({ ...bearer('vk_unknown'), ...from(name) })).toBe(401)
      if (scope !== 'read') expect(await ask(bearer(reading))).toBe(403)
      if (scope !== 'read' && scope !== 'write') expect(await ask(bearer(writing))).toBe(403)
    },
  ))

describe.each<[string, (request: Request) => Promise<Response>]>([
  ['runs', (request) => route(ingestRuns)(request, {})],
  ['OTLP', otlpTraces],
  ['MCP', mcpRoute(answerMcp, exactIn)],
])('%s', (_, answer) => {
  it('refuses anonymous callers before a byte of the body is read', async () => {
    for (const headers of [{}, bearer('vk_unknown')]) {
      const { request, pull } = untouched(headers)
      const response = await answer(request)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="veritas"/)
      expect(pull).not.toHaveBeenCalled()
    }
  })
})

it.each<[string, (request: Request) => Promise<Response>]>([
  ['runs', (request) => route(ingestRuns)(request, {})],
  ['OTLP', otlpTraces],
  ['MCP', mcpRoute(answerMcp, exactIn)],
])('%s: stores nothing sent with a key that was revoked while the body arrived', async (_, answer) => {
  const { project, as } = await makeProject()
  const admin = await as('admin')
  const { key, secret } = await createKey.run(admin, { name: 'stolen', scopes: ['read', 'write'] })
  const parts = ['{"id": "late", "chain": "answers"', ', "version": "1.0.0"}']
  vi.useFakeTimers({ toFake: ['performance'] })
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (parts.length === 1) {
      await revokeKey.run(admin, { keyId: key.id })
      vi.advanceTimersByTime(6000)
    }
    const part = parts.shift()
    if (part === undefined) controller.close()
    else controller.enqueue(Buffer.from(part))
  }
  const headers = { 'content-type': 'application/json', ...bearer(secret) }
  const init = { method: 'POST', headers, body: new ReadableStream({ pull }, { highWaterMark: 0 }), duplex: 'half' }
  try {
    expect((await answer(new Request('http://desk.test/api/v1/runs', init))).status).toBe(401)
  } finally {
    vi.useRealTimers()
  }
  expect(await getDb().run.count({ where: { projectId: project.id } })).toBe(0)
})

it('breaks off lines that are read slowly when their key is revoked', async () => {
  const { as } = await makeProject()
  const admin = await as('admin')
  const { key, secret } = await createKey.run(admin, { name: 'leaver', scopes: ['read'] })
  const request = new Request('http://desk.test/api/v1/runs/export', { headers: bearer(secret) })
  async function* endless() {
    for (;;) yield await setImmediate('{}')
  }
  const lines = await whileAllowed(endless(), await contextOf(request, 'r'), 'read')
  expect(await lines.next()).toMatchObject({ value: '{}' })
  await revokeKey.run(admin, { keyId: key.id })
  const readOn = async () => {
    for await (const line of lines) expect(line).toBe('{}')
  }
  await expect(readOn()).rejects.toMatchObject({ code: 'forbidden' })
})

it('breaks off lines for admins that one reads slowly who is no longer an admin', async () => {
  const { as, project } = await makeProject()
  const admin = await as('admin')
  const { actor } = await as('admin')
  if (actor.kind !== 'user') throw new Error('expected a person')
  const where = { userId: actor.userId, stamp: passwordStamp(null) }
  const sessionId = await beginSession(getDb(), where, { address: null, device: null }, new Date())
  const reading = { ...admin, actor: { ...actor, sessionId: sessionId ?? '' } }
  async function* endless() {
    for (;;) yield await setImmediate('{}')
  }
  const lines = await whileAllowed(endless(), reading, 'admin')
  expect(await lines.next()).toMatchObject({ value: '{}' })
  await updateMember.run({ ...admin, projectSlug: project.slug }, { userId: actor.userId, role: 'reviewer' })
  const readOn = async () => {
    for await (const line of lines) expect(line).toBe('{}')
  }
  await expect(readOn()).rejects.toMatchObject({ code: 'forbidden' })
})

it('sends no more long answers to a reader at once than a few, and another when one has ended', async () => {
  async function* endless() {
    for (;;) yield await setImmediate('{}')
  }
  const { as } = await makeProject()
  const { secret } = await createKey.run(await as('admin'), { name: 'takes all', scopes: ['read'] })
  const open = async (headers = bearer(secret)) => {
    const request = new Request('http://desk.test/api/v1/runs/export', { headers })
    return whileAllowed(endless(), await contextOf(request, 'r'), 'read')
  }
  const read = await Promise.all(Array.from({ length: READ_AT_ONCE }, () => open()))
  await expect(open()).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: expect.any(Number) })
  const others = await open(bearer(reading))
  expect(await others.next()).toMatchObject({ value: '{}' })
  await others.return?.()
  await read[0]?.return?.()
  const next = await open()
  expect(await next.next()).toMatchObject({ value: '{}' })
  for (const lines of [...read, next]) await lines.return?.()
})

it('refuses traces from a read-only key before a byte of the body is read', async () => {
  const { request, pull } = untouched(bearer(reading))
  expect((await otlpTraces(request)).status).toBe(403)
  expect(pull).not.toHaveBeenCalled()
})

it('rate limits anonymous requests by address, without affecting keys', async () => {
  const address = from('192.0.2.99')
  for (;;) {
    const isSpent = await countUse('stranger', '192.0.2.99').then(
      () => false,
      () => true,
    )
    if (isSpent) break
  }
  const [operation] = withBody.filter(({ contract }) => contract.name === 'runs.ingest')
  if (!operation) throw new Error('the ingest operation is not registered')
  const ask = async (headers: Record<string, string>) => (await route(operation)(untouched(headers).request, {})).status
  expect(await ask(address)).toBe(429)
  expect(await ask({ ...address, ...bearer('vk_unknown') })).toBe(429)
  expect(await ask({ ...address, ...bearer(reading) })).toBe(403)
  expect(await ask(from('192.0.2.100'))).toBe(401)
})

it('counts a sign-in attempt before reading its body', async () => {
  const address = '192.0.2.101'
  await Promise.allSettled(Array.from({ length: 60 }, () => countUse('signInByAddress', address)))
  const { request, pull } = untouched({ ...from(address), 'content-type': 'application/x-www-form-urlencoded' })
  const attempt = new Request('http://desk.test/api/auth/callback/credentials', request)
  expect((await guardSignIn(attempt, () => Promise.reject(new Error('must not be asked')))).status).toBe(429)
  expect(pull).not.toHaveBeenCalled()
})
