import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { contract } from '@/lib/contracts/contract'
import { type Operation, operation } from '@/lib/operations/operation'
import { registry, streams } from '@/lib/operations/registry'
import { createRouter } from './router'

vi.stubEnv('DATABASE_URL', 'postgresql://127.0.0.1/never-asked')
const counted = vi.spyOn(RateLimiterPostgres.prototype, 'consume').mockResolvedValue(new RateLimiterRes(1, 0, 1))
afterAll(() => {
  counted.mockRestore()
  vi.unstubAllEnvs()
})

const ORIGIN = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

/** A public operation that answers with its name and its input. */
function echo(method: 'GET' | 'POST' | 'DELETE', path: string, input: z.ZodRawShape = {}): Operation {
  const words = { tag: 'health', summary: 'Echoes its input.', scope: 'public', effects: [] } as const
  const given = z.strictObject(input)
  const output = z.object({ name: z.string(), input: z.unknown() })
  const name = `${method} ${path}` as const
  return operation(contract({ ...words, name, target: name, input: given, output }), async (_ctx, value) => ({
    name,
    input: value,
  }))
}

const one = { thing: z.string() }
const router = createRouter([
  echo('GET', '/api/v1/things'),
  echo('POST', '/api/v1/things', { size: z.number() }),
  echo('GET', '/api/v1/things/all'),
  echo('GET', '/api/v1/things/{thing}', one),
  echo('DELETE', '/api/v1/things/{thing}', one),
  echo('POST', '/api/v1/things/{thing}/undo', one),
  echo('POST', '/api/v1/things/{thing}/{action}', { ...one, action: z.string() }),
])

async function ask(method: string, path: string, body?: unknown) {
  const init = { method, headers: ORIGIN, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await router(new Request(`http://desk.test${path}`, init))
  const text = await response.text()
  return {
    status: response.status,
    allow: response.headers.get('allow'),
    answer: text === '' ? null : JSON.parse(text),
  }
}

describe('createRouter', () => {
  it.each([
    ['GET', '/api/v1/things', undefined, 'GET /api/v1/things', {}],
    ['POST', '/api/v1/things', { size: 3 }, 'POST /api/v1/things', { size: 3 }],
    ['GET', '/api/v1/things/all', undefined, 'GET /api/v1/things/all', {}],
    ['GET', '/api/v1/things/alles', undefined, 'GET /api/v1/things/{thing}', { thing: 'alles' }],
    ['GET', '/api/v1/things/a%2Fb%20%C3%BC', undefined, 'GET /api/v1/things/{thing}', { thing: 'a/b ü' }],
    ['POST', '/api/v1/things/x/undo', {}, 'POST /api/v1/things/{thing}/undo', { thing: 'x' }],
    ['POST', '/api/v1/things/all/undo', {}, 'POST /api/v1/things/{thing}/undo', { thing: 'all' }],
    ['POST', '/api/v1/things/x/go', {}, 'POST /api/v1/things/{thing}/{action}', { thing: 'x', action: 'go' }],
  ])(
    'routes %s %s to the operation of the path, literal segments before parameters',
    async (method, path, body, name, input) => {
      expect(await ask(method, path, body)).toMatchObject({ status: 200, answer: { name, input } })
    },
  )

  it('lets a path parameter override a field of the body', async () => {
    expect((await ask('POST', '/api/v1/things/x/undo', { thing: 'other' })).answer.input).toEqual({ thing: 'x' })
  })

  it('answers HEAD like GET without a body, and OPTIONS with the allowed methods', async () => {
    expect(await ask('HEAD', '/api/v1/things')).toEqual({ status: 200, allow: null, answer: null })
    expect(await ask('OPTIONS', '/api/v1/things')).toEqual({
      status: 204,
      allow: 'GET, HEAD, OPTIONS, POST',
      answer: null,
    })
  })

  it.each([
    ['PATCH', '/api/v1/things', 'GET, HEAD, OPTIONS, POST'],
    ['PUT', '/api/v1/things/x', 'DELETE, GET, HEAD, OPTIONS'],
    ['HEAD', '/api/v1/things/x/undo', 'OPTIONS, POST'],
    ['GET', '/api/v1/things/x/undo', 'OPTIONS, POST'],
  ])('answers 405 with the allowed methods to %s %s', async (method, path, allow) => {
    const refused = await ask(method, path)
    expect(refused).toMatchObject({ status: 405, allow })
    expect(refused.answer.error).toMatchObject({ code: 'method_not_allowed', requestId: expect.any(String) })
  })

  it.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1/nothing',
    '/api/v1/things/',
    '/api/v1/things/x/undo/more',
    '/api/v1/constructor',
  ])('answers 404 at %s', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expect(await ask(method, path)).toMatchObject({ status: 404, answer: { error: { code: 'not_found' } } })
  })

  it('rejects two operations with one method and path, and two names for one parameter', () => {
    const things = echo('GET', '/api/v1/things')
    expect(() => createRouter([things, things])).toThrow('already')
    expect(() => createRouter([echo('GET', '/a/{b}/c'), echo('GET', '/a/{d}')])).toThrow('begins alike')
  })

  it('routes to every registered operation', async () => {
    const whole = createRouter([...registry, ...streams])
    for (const { contract } of [...registry, ...streams]) {
      const url = `http://desk.test${contract.path.replace(/\{\w+\}/g, 'x')}`
      const response = await whole(new Request(url, { method: 'OPTIONS' }))
      expect(response.headers.get('allow'), contract.name).toContain(contract.method)
    }
  })
})
