import { expect, it } from 'vitest'
import type { Actor } from '@/lib/operations/context'
import { assertSameOrigin, originOf } from './origin'

const write = (headers: Record<string, string>) =>
  new Request('http://desk.test/api', { method: 'POST', headers: { host: 'desk.test', ...headers } })

it.each([
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site', origin: 'http://desk.test' }],
  [{ origin: 'http://evil.test' }],
  [{ origin: 'null' }],
  [{ origin: 'no address' }],
  [{}],
])('refuses a write with %j', (headers) => {
  expect(() => assertSameOrigin(write(headers))).toThrow(expect.objectContaining({ code: 'forbidden' }))
})

it('accepts a write from this site', () => {
  expect(() => assertSameOrigin(write({ 'sec-fetch-site': 'same-origin' }))).not.toThrow()
  expect(() => assertSameOrigin(write({ origin: 'http://desk.test' }))).not.toThrow()
})

const key: Actor = {
  kind: 'key',
  keyId: 'k',
  name: 'agent',
  scopes: ['write'],
  project: { id: 'p', slug: 'p', name: 'P', deletesAt: null },
}

it.each([
  ['cli', 'cli'],
  ['mcp', 'mcp'],
  ['browser', 'api'],
  ['job', 'api'],
  [null, 'api'],
])('a key that reports %j is recorded as %s: it cannot pass for a person or for the desk', (reported, via) => {
  const request = write(reported === null ? {} : { 'x-veritas-via': reported })
  expect(originOf(request, key)).toMatchObject({ via })
})

it('a person is recorded as in the browser, whatever the page reports', () => {
  const person: Actor = { kind: 'user', userId: 'u', email: 'ada@example.test', name: 'Ada' }
  expect(originOf(write({ 'x-veritas-via': 'cli' }), person)).toMatchObject({ via: 'browser' })
})
