import { describe, expect, it, onTestFinished } from 'vitest'
import { startLoopbackServer } from '@/lib/operations/testing/loopback-server'
import { clientAddress, trustProxies } from './trust-proxies'

const CLAIM = '203.0.113.9'

describe('clientAddress', () => {
  it.each<[string, string | undefined, string | undefined, number, string | null]>([
    ['no proxy: the peer, whatever the header claims', CLAIM, '198.51.100.1', 0, '198.51.100.1'],
    ['no proxy, no header', undefined, '198.51.100.1', 0, '198.51.100.1'],
    ['one proxy: the address it received from', `${CLAIM}, 198.51.100.7`, '10.0.0.1', 1, '198.51.100.7'],
    [
      'two proxies: the address the first received from',
      `${CLAIM}, 198.51.100.7, 10.0.0.2`,
      '10.0.0.1',
      2,
      '198.51.100.7',
    ],
    ['one proxy that appended nothing: the proxy', undefined, '10.0.0.1', 1, '10.0.0.1'],
    ['fewer entries than proxies: the first of them', '198.51.100.7', '10.0.0.1', 3, '198.51.100.7'],
    ['an IPv4 address over IPv6', undefined, '::ffff:198.51.100.1', 0, '198.51.100.1'],
    ['empty entries', ' , 198.51.100.7 ,', '10.0.0.1', 1, '198.51.100.7'],
    ['an unknown connection', undefined, undefined, 0, null],
  ])('%s', (_, forwarded, peer, proxies, expected) => {
    expect(clientAddress(forwarded, peer, proxies)).toBe(expected)
  })
})

it('replaces the claimed address with the trusted one for a server', async () => {
  trustProxies(0)
  const { origin, close } = await startLoopbackServer((request, response) =>
    response.end(String(request.headers['x-forwarded-for'])),
  )
  onTestFinished(close)
  const answer = await fetch(origin, { headers: { 'x-forwarded-for': CLAIM } })
  expect(await answer.text()).toBe('127.0.0.1')
})
