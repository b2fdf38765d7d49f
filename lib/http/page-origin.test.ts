import { expect, it } from 'vitest'
import { pageOrigin } from './page-origin'

it.each([
  ['the host of the request', 'http://127.0.0.1:3000', 'desk.local:3000', 'http://desk.local:3000'],
  ['its default port left out', 'http://127.0.0.1:3000', 'desk.local', 'http://desk.local'],
  ['an IPv6 host', 'http://127.0.0.1:3000', '[::1]:3000', 'http://[::1]:3000'],
  [
    'the public address over https, whatever a proxy sends',
    'https://desk.example/',
    '10.0.0.7:3000',
    'https://desk.example',
  ],
  ['the public address without a host', 'http://127.0.0.1:3000', null, 'http://127.0.0.1:3000'],
  ['the public address for what is no host', 'http://127.0.0.1:3000', 'a/b', 'http://127.0.0.1:3000'],
  ['the public address for a host with a login', 'http://127.0.0.1:3000', 'me@desk', 'http://127.0.0.1:3000'],
])('of a page is %s', (_, appUrl, host, expected) => {
  expect(pageOrigin(appUrl, host)).toBe(expected)
})
