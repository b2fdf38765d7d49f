import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { contract } from '@/lib/contracts/contract'
import { ApiError } from './api-error'
import { fetchContract } from './fetch-contract'

const renameThing = contract({
  name: 'things.rename',
  tag: 'runs',
  summary: 'Renames a thing.',
  scope: 'write',
  effects: ['write'],
  method: 'PATCH',
  path: '/api/v1/things/{thingId}',
  input: z.strictObject({ thingId: z.string(), name: z.string() }),
  output: z.object({ name: z.string() }),
})

function serverThat(answer: () => Response) {
  const seen: Request[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    seen.push(new Request(String(url), init))
    return answer()
  }
  return { seen, options: { fetch, baseUrl: 'http://desk.test' } }
}

const input = { thingId: 'a/b', name: 'two' }

describe('ask', () => {
  it('sends what the contract says', async () => {
    const { seen, options } = serverThat(() => Response.json({ name: 'two' }))
    const answer = await fetchContract<typeof renameThing>('PATCH /api/v1/things/{thingId}', input, {
      ...options,
      project: 'demo',
    })
    expect(answer).toEqual({ name: 'two' })
    expectTypeOf(answer).toEqualTypeOf<{ name: string }>()
    expect(seen[0]?.method).toBe('PATCH')
    expect(seen[0]?.url).toBe('http://desk.test/api/v1/things/a%2Fb?project=demo')
    expect(await seen[0]?.json()).toEqual({ name: 'two' })
  })

  it('takes only the contract’s own method, path and input', () => {
    const never = () => {
      // @ts-expect-error another path
      void fetchContract<typeof renameThing>('PATCH /api/v1/thing/{thingId}', input)
      // @ts-expect-error another method
      void fetchContract<typeof renameThing>('POST /api/v1/things/{thingId}', input)
      // @ts-expect-error a field is missing
      void fetchContract<typeof renameThing>('PATCH /api/v1/things/{thingId}', { thingId: '1' })
      // @ts-expect-error no contract is named
      void fetchContract('PATCH /api/v1/things/{thingId}', input)
    }
    expectTypeOf(never).toBeFunction()
  })

  it.each([
    ['a page where JSON was due', () => new Response('<html>'), { code: 'unexpected_answer', status: 200 }],
    ['a proxy’s page', () => new Response('<html>', { status: 503 }), { code: 'unavailable', status: 503 }],
    ['no answer', () => Promise.reject(new TypeError('fetch failed')), { code: 'network', status: 0 }],
  ])('never passes off %s as a result', async (_, answer, expected) => {
    const fetch: typeof globalThis.fetch = async () => answer()
    const caught = await fetchContract<typeof renameThing>('PATCH /api/v1/things/{thingId}', input, {
      fetch,
      baseUrl: 'http://desk.test',
    }).catch((reason: unknown) => reason)
    expect(caught).toBeInstanceOf(ApiError)
    expect(caught).toMatchObject(expected)
  })
})
