import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Receiver, startReceiver } from '../testing/misbehaving-receiver'
import { guardedFetch, unreachableReason } from './guarded-fetch'

process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'

const lookup = vi.spyOn(dns, 'lookup')
// What was imported by name changes with it.
syncBuiltinESMExports()
afterAll(() => {
  lookup.mockRestore()
  syncBuiltinESMExports()
})

let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

const limits = { timeoutMs: 5000, maxBytes: 100 }

describe('guardedFetch', () => {
  it('returns the answer, whatever its status', async () => {
    receiver.behave(503)
    expect(await guardedFetch(receiver.url, { ...limits, body: 'äöü' })).toMatchObject({
      status: 503,
      body: 'answered 503',
      isCut: false,
    })
    expect(receiver.requests).toMatchObject([{ body: 'äöü' }])
  })

  it('connects by name to the address that it checked', async () => {
    const url = receiver.url.replace('127.0.0.1', 'localhost')
    expect(await guardedFetch(url, limits)).toMatchObject({ status: 200 })
  })

  it('looks a name up once, however its owner would answer the next time', async () => {
    lookup.mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }] as never)
    const url = receiver.url.replace('127.0.0.1', 'rebound.invalid')
    expect(await guardedFetch(url, limits)).toMatchObject({ status: 200 })
    expect(receiver.requests[0]?.headers.host).toMatch(/^rebound\.invalid:/)
    await expect(guardedFetch(url, limits)).rejects.toMatchObject({ code: 'unreachable' })
  })

  it('does not follow redirects', async () => {
    receiver.behave({ status: 307, headers: { location: receiver.url } }, 200)
    expect(await guardedFetch(receiver.url, limits)).toMatchObject({ status: 307 })
    expect(receiver.requests).toHaveLength(1)
  })

  it('times out when nothing is answered', async () => {
    receiver.behave('hang')
    const called = guardedFetch(receiver.url, { ...limits, timeoutMs: 300 })
    await expect(called).rejects.toMatchObject({ code: 'timeout', message: 'no answer within 0.3 s' })
  })

  it('ends when its caller aborts', async () => {
    receiver.behave('hang')
    const gone = new AbortController()
    const called = guardedFetch(receiver.url, { ...limits, signal: gone.signal })
    await receiver.seen(1)
    gone.abort()
    await expect(called).rejects.toMatchObject({ code: 'unreachable' })
  })

  it('reads a bounded part of a long answer', async () => {
    receiver.behave('endless')
    const answer = await guardedFetch(receiver.url, limits)
    expect(answer).toMatchObject({ isCut: true })
    expect(answer.body).toHaveLength(100)
  })

  it('ends when the receiver switches to another protocol', async () => {
    receiver.behave({ status: 101, headers: { connection: 'Upgrade', upgrade: 'h2c' } })
    await expect(guardedFetch(receiver.url, limits)).rejects.toMatchObject({
      code: 'unreachable',
      message: 'it answered 101: another protocol than HTTP',
    })
  })

  it('reports a broken connection', async () => {
    receiver.behave('reset')
    await expect(guardedFetch(receiver.url, limits)).rejects.toMatchObject({
      code: 'unreachable',
      message: 'the connection was closed before an answer came',
    })
  })

  it('reports a closed port and an unknown host name', async () => {
    await receiver.close()
    await expect(guardedFetch(receiver.url, limits)).rejects.toMatchObject({
      code: 'unreachable',
      message: 'nothing listens at this address',
    })
    await expect(guardedFetch('http://nobody.invalid/', limits)).rejects.toMatchObject({
      code: 'unreachable',
      message: 'the name nobody.invalid cannot be resolved',
    })
    receiver = await startReceiver()
  })
})

describe('unreachableReason', () => {
  const failed = (code: string) => Object.assign(new Error(`connect ${code}`), { code })

  it.each([
    [failed('ECONNREFUSED'), 'nothing listens at this address'],
    [failed('CERT_HAS_EXPIRED'), 'its certificate has expired'],
    [failed('ERR_SSL_WRONG_VERSION_NUMBER'), 'no TLS is spoken there, or none that fits'],
    [failed('HPE_INVALID_CONSTANT'), 'what answers there does not speak HTTP'],
    [new AggregateError([failed('ENETUNREACH'), failed('ECONNREFUSED')]), 'no route leads to this address'],
    [failed('ESOMETHING'), 'connect ESOMETHING'],
    ['a text', 'the connection failed'],
  ])('describes %o', (error, words) => {
    expect(unreachableReason(error)).toBe(words)
  })
})
