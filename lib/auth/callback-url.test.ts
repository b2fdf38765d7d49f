import { expect, it } from 'vitest'
import { assertCallbackUrl, redirectWithin } from './callback-url'

const BASE = 'http://127.0.0.1:3000'
const ask = (query: string, cookie = '') =>
  assertCallbackUrl(new Request(`${BASE}/api/auth/signin${query}`, { headers: cookie ? { cookie } : {} }))

it.each([
  ['', ''],
  ['?callbackUrl=%2Fp%2Fdefault%3Fx%3D1', ''],
  ['?callbackUrl=https%3A%2F%2Felsewhere.test%2F', 'next-auth.callback-url=http%3A%2F%2F127.0.0.1%3A3000%2F'],
])('accepts a URL or a path: %s', (query, cookie) => {
  expect(() => ask(query, cookie)).not.toThrow()
})

it.each([
  ['?callbackUrl=javascript%3Aalert(1)', ''],
  ['?callbackUrl=http%3A%2F%2F%5B', ''],
  ['?callbackUrl=%2F&callbackUrl=nowhere', ''],
  ['', 'next-auth.callback-url=%E0%A4%A'],
  ['', 'a=b; next-auth.callback-url=crooked'],
])('rejects anything else naming the field, before the library is called: %s %s', (query, cookie) => {
  expect(() => ask(query, cookie)).toThrow(expect.objectContaining({ code: 'invalid_input', status: 400 }))
})

it.each([
  ['/p/default?x=1#y', `${BASE}/p/default?x=1#y`],
  [`${BASE}/p/default`, `${BASE}/p/default`],
  ['https://elsewhere.test/p', BASE],
  ['//elsewhere.test/p', BASE],
  ['/\\elsewhere.test', BASE],
  ['http://[', BASE],
  ['javascript:alert(1)', BASE],
])('never redirects outside the desk: %s', (url, expected) => {
  expect(redirectWithin({ url, baseUrl: BASE })).toBe(expected)
})
