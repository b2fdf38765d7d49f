import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { sessionCookieName } from '@/lib/auth/session-cookie'
import { answerSignIn, guardSignIn, signInDelayMs } from './guard-sign-in'

const refuse = async () => new Response('{}', { status: 401 })
const letIn = async () => new Response('{}', { headers: { 'set-cookie': `${sessionCookieName()}=x; Path=/` } })

function attempt(body: string, headers: Record<string, string> = {}, path = '/api/auth/callback/credentials') {
  return new Request(`http://desk.test${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': uuid(), ...headers },
    body,
  })
}

const HOME = { 'x-forwarded-for': `home ${uuid()}` }
const noWait = async () => undefined

/** Wrong passwords, from the given address or else from a new one each time. */
async function failTimes(count: number, body: string, from?: Record<string, string>) {
  for (let failure = 0; failure < count; failure++) await guardSignIn(attempt(body, from), refuse, noWait)
}

describe('guardSignIn', () => {
  it('stops guessing at one e-mail from one address, before a password is checked', async () => {
    const body = `email=${uuid()}%40example.test&password=x`
    await failTimes(10, body, HOME)
    const response = await guardSignIn(attempt(body, HOME), () => Promise.reject(new Error('must not be asked')))
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it.each(['/api/auth/callback/%63redentials', '/api/auth/%63allback/credentials', '/api/auth/callback/credentials/x'])(
    'does so at %s, which the library takes for the same address',
    async (path) => {
      const body = `email=${uuid()}@example.test&password=x`
      for (let failure = 0; failure < 10; failure++) await guardSignIn(attempt(body, HOME, path), refuse, noWait)
      expect((await guardSignIn(attempt(body, HOME, path), letIn)).status).toBe(429)
    },
  )

  it('slows down guessing at one e-mail from many addresses, without locking out its owner', async () => {
    const body = `email=${uuid()}@example.test`
    await failTimes(40, body)
    const waits: number[] = []
    const wait = async (ms: number) => waits.push(ms)
    expect((await guardSignIn(attempt(body), refuse, wait)).status).toBe(401)
    expect((await guardSignIn(attempt(body, HOME), letIn, wait)).status).toBe(200)
    expect(waits).toEqual([8000, 8000])
    expect((await guardSignIn(attempt(body, HOME), letIn, wait)).status).toBe(200)
    expect(waits).toHaveLength(2)
  })

  it.each([
    [1, 0],
    [10, 0],
    [11, 250],
    [12, 500],
    [15, 4000],
    [16, 8000],
    [100_000, 8000],
  ])('delays attempt number %i by %i ms', (tries, ms) => {
    expect(signInDelayMs(tries)).toBe(ms)
  })

  it('stops guessing from one address at many e-mails', async () => {
    const address = { 'x-forwarded-for': `made up by the sender, ${uuid()}` }
    const statuses: number[] = []
    for (let guess = 0; guess < 51; guess++)
      statuses.push((await guardSignIn(attempt(`email=${uuid()}@example.test`, address), refuse)).status)
    expect(statuses.slice(0, 50).every((status) => status === 401)).toBe(true)
    expect(statuses[50]).toBe(429)
  })

  it('resets the counters after a success, and only then', async () => {
    const body = `email=${uuid()}@example.test`
    await failTimes(9, body, HOME)
    await guardSignIn(attempt(body, HOME), letIn)
    await failTimes(9, body, HOME)
    // The library's answer to a missing CSRF token: no error, but no session either.
    await guardSignIn(attempt(body, HOME), async () => new Response('{}'))
    expect((await guardSignIn(attempt(body, HOME), refuse)).status).toBe(429)
  })

  it('counts the e-mail that is actually tried if several are sent', async () => {
    const email = `${uuid()}@example.test`
    await failTimes(10, `email=${email}`, HOME)
    const response = await guardSignIn(attempt(`email=other@example.test&email=${email}`, HOME), refuse)
    expect(response.status).toBe(429)
  })

  it.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain'])('rejects %s', async (type) => {
    const response = await guardSignIn(attempt('{"email":"a@example.test"}', { 'content-type': type }), letIn)
    expect(response.status).toBe(415)
  })

  it('takes a password by POST alone', async () => {
    const broken = async () => new Response(null, { status: 500 })
    const response = await answerSignIn(new Request('http://desk.test/api/auth/callback/credentials'), broken)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
  })

  it('rejects large forms', async () => {
    expect((await guardSignIn(attempt(`email=${'x'.repeat(20_000)}`), letIn)).status).toBe(413)
  })
})
