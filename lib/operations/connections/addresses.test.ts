import { describe, expect, it } from 'vitest'
import { redirectUri } from '@/lib/contracts/connections'
import { isRegistered } from './addresses'
import { placeOf } from './request'

describe('a redirect URI', () => {
  it.each([
    'https://app.example/callback?tenant=1',
    'http://127.0.0.1:33418/callback',
    'http://[::1]:9/',
    'http://localhost/oauth',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.example.app:/callback',
  ])('accepts %s', (address) => {
    expect(redirectUri.safeParse(address).success).toBe(true)
  })

  it.each([
    'http://app.example/callback',
    'http://127.0.0.1.evil.example/',
    'https://user:secret@app.example/',
    'https://app.example/#part',
    'https://app.example/ x',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://app.example/1',
    '/callback',
    '',
  ])('rejects %s', (address) => {
    expect(redirectUri.safeParse(address).success).toBe(false)
  })
})

describe('isRegistered', () => {
  it.each([
    ['https://app.example/cb', 'https://app.example/cb', true],
    ['https://app.example/cb/', 'https://app.example/cb', false],
    ['https://app.example/cb?x=1', 'https://app.example/cb', false],
    ['https://APP.example/cb', 'https://app.example/cb', false],
    ['https://app.example:444/cb', 'https://app.example/cb', false],
    ['http://127.0.0.1:51000/cb', 'http://127.0.0.1:3334/cb', true],
    ['http://127.0.0.1:51000/cb', 'http://127.0.0.1/cb', true],
    ['http://localhost:51000/cb', 'http://127.0.0.1/cb', false],
    ['http://127.0.0.1:51000/other', 'http://127.0.0.1/cb', false],
    ['http://127.0.0.1:51000/cb?next=x', 'http://127.0.0.1/cb', false],
    ['http://127.0.0.1:51000@evil.example/cb', 'http://127.0.0.1/cb', false],
  ])('%s against %s: %s', (given, registered, expected) => {
    expect(isRegistered(given, [registered])).toBe(expected)
  })
})

it('placeOf describes where an answer goes', () => {
  expect(placeOf('https://app.example/cb')).toBe('app.example')
  expect(placeOf('http://127.0.0.1:1/cb')).toBe('an app on this computer')
  expect(placeOf('cursor://x/cb')).toBe('the app cursor')
})
