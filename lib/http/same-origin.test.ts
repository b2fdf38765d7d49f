import { expect, it } from 'vitest'
import { assertSameOrigin } from './origin'

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
