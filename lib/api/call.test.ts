import { createServer } from 'node:net'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { contract } from '@/lib/contracts/contract'
import { ApiError } from './api-error'
import { call, isTemporary } from './call'

const output = z.object({ name: z.string() })
const thing = {
  tag: 'runs',
  summary: '',
  input: z.strictObject({
    thingId: z.string(),
    tag: z.array(z.string()).optional(),
    text: z.string().optional(),
    limit: z.number().optional(),
  }),
  output,
} as const
const path = '/api/v1/things/{thingId}'
const readThing = contract({ ...thing, name: 'things.get', scope: 'read', target: `GET ${path}` })
const writeThing = contract({ ...thing, name: 'things.set', scope: 'write', target: `PATCH ${path}` })
const dropThing = contract({ ...thing, name: 'things.drop', scope: 'write', target: `DELETE ${path}` })

function serverThat(answer: () => Response | Promise<Response>) {
  const seen: Request[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    seen.push(new Request(String(url), init))
    return answer()
  }
  return { seen, options: { fetch, baseUrl: 'http://desk.test/' } }
}

const good = () => Response.json({ name: 'one', secret: 'x' })

describe('call', () => {
  it('says so if an https address answers without TLS, and does not retry it', async () => {
    const plain = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await new Promise<void>((listening) => plain.listen(0, '127.0.0.1', listening))
    const address = plain.address()
    const port = address && typeof address === 'object' ? address.port : 0
    const error = await call(readThing, { thingId: 'a' }, { baseUrl: `https://127.0.0.1:${port}` }).catch((e) => e)
    plain.close()
    expect(error.message).toMatch(/does not answer with TLS.*http:\/\/ instead of https:\/\//)
    expect(isTemporary(error)).toBe(false)
  })

  it.each([
    ['encodes path segments', { thingId: 'a/b c' }, '/api/v1/things/a%2Fb%20c'],
    ['comma-joins lists', { thingId: '1', tag: ['x', 'y'] }, '/api/v1/things/1?tag=x%2Cy'],
    ['keeps a list value with a comma whole', { thingId: '1', tag: ['x,y', 'z'] }, '/api/v1/things/1?tag=x%2Cy&tag=z'],
    ['keeps a single value with a comma whole', { thingId: '1', tag: ['x,y'] }, '/api/v1/things/1?tag=x%2Cy&tag=x%2Cy'],
    ['sends a text with a comma once', { thingId: '1', text: 'x,y' }, '/api/v1/things/1?text=x%2Cy'],
    ['drops undefined and empty lists', { thingId: '1', tag: [], limit: undefined }, '/api/v1/things/1'],
    ['sends zero', { thingId: '1', limit: 0 }, '/api/v1/things/1?limit=0'],
  ])('GET: %s', async (_, input, expected) => {
    const { seen, options } = serverThat(good)
    await call(readThing, input, options)
    const url = new URL(seen[0]?.url ?? '')
    expect(url.pathname + url.search).toBe(expected)
  })

  it('sends the rest of the input as JSON body, and as query for DELETE', async () => {
    const { seen, options } = serverThat(good)
    await call(writeThing, { thingId: '1', limit: 3 }, { ...options, project: 'demo', apiKey: 'k' })
    await call(dropThing, { thingId: '1', limit: 3 }, options)
    expect(await seen[0]?.json()).toEqual({ limit: 3 })
    expect(seen[0]?.url).toBe('http://desk.test/api/v1/things/1?project=demo')
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer k')
    expect(seen[1]?.url).toBe('http://desk.test/api/v1/things/1?limit=3')
  })

  it('accepts only input the contract declares, and returns its output type', async () => {
    const result = await call(readThing, { thingId: '1' }, serverThat(good).options)
    expect(result).toEqual({ name: 'one' })
    expectTypeOf(result).toEqualTypeOf<{ name: string }>()
    // @ts-expect-error an unknown field is a type error
    await call(readThing, { thingId: '1', other: 1 }, serverThat(good).options)
  })

  it('keeps all details of the server’s error', async () => {
    const issues = [{ path: 'tag[0]', message: 'too short' }]
    const error = { code: 'rate_limited', message: 'slow down', issues, requestId: 'r1' }
    const { options } = serverThat(() => Response.json({ error }, { status: 429, headers: { 'retry-after': '7' } }))
    const caught = await call(readThing, { thingId: '1' }, options).catch((reason: unknown) => reason)
    expect(caught).toBeInstanceOf(ApiError)
    expect(caught).toMatchObject({ ...error, status: 429, retryAfterS: 7 })
  })

  it.each([
    ['a proxy’s HTML page', () => new Response('<html>', { status: 503 }), { code: 'unavailable', status: 503 }],
    ['a page instead of JSON', () => new Response('<html>'), { code: 'unexpected_answer', status: 200 }],
    ['a field of the wrong type', () => Response.json({ name: 1 }), { code: 'unexpected_answer', status: 200 }],
    ['no answer', () => Promise.reject(new TypeError('fetch failed')), { code: 'network', status: 0 }],
  ])('rejects %s instead of returning it', async (_, answer, expected) => {
    await expect(call(readThing, { thingId: '1' }, serverThat(answer).options)).rejects.toMatchObject(expected)
  })

  it('rejects with an AbortError when aborted', async () => {
    const controller = new AbortController()
    controller.abort()
    const fetch: typeof globalThis.fetch = async (url, init) => globalThis.fetch(url, init)
    const pending = call(readThing, { thingId: '1' }, { baseUrl: 'http://desk.test', fetch, signal: controller.signal })
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
  })
})
