import { describe, expect, expectTypeOf, it } from 'vitest'
import { ApiError } from './api-error'
import { fetchContract } from './call'

function serverThat(answer: () => Response) {
  const seen: Request[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    seen.push(new Request(String(url), init))
    return answer()
  }
  return { seen, options: { fetch, baseUrl: 'http://desk.test' } }
}

const input = { userId: 'a/b', role: 'viewer' } as const

describe('fetchContract', () => {
  it('sends the request the contract declares', async () => {
    const { seen, options } = serverThat(() => Response.json({ member: { role: 'viewer' } }))
    const answer = await fetchContract('PATCH /api/v1/members/{userId}', input, {
      ...options,
      project: 'demo',
    })
    expect(answer).toEqual({ member: { role: 'viewer' } })
    expectTypeOf(answer.member.role).toEqualTypeOf<'admin' | 'reviewer' | 'viewer'>()
    expect(seen[0]?.method).toBe('PATCH')
    expect(seen[0]?.url).toBe('http://desk.test/api/v1/members/a%2Fb?project=demo')
    expect(await seen[0]?.json()).toEqual({ role: 'viewer' })
  })

  it('accepts only the contract’s method, path and input', () => {
    const never = () => {
      // @ts-expect-error another path
      void fetchContract('PATCH /api/v1/member/{userId}', input)
      // @ts-expect-error another method
      void fetchContract('POST /api/v1/members/{userId}', input)
      // @ts-expect-error a field is missing
      void fetchContract('PATCH /api/v1/members/{userId}', { userId: '1' })
    }
    expectTypeOf(never).toBeFunction()
  })

  it.each([
    ['a page instead of JSON', () => new Response('<html>'), { code: 'unexpected_answer', status: 200 }],
    ['a proxy’s page', () => new Response('<html>', { status: 503 }), { code: 'unavailable', status: 503 }],
    ['no answer', () => Promise.reject(new TypeError('fetch failed')), { code: 'network', status: 0 }],
  ])('rejects %s instead of returning it', async (_, answer, expected) => {
    const fetch: typeof globalThis.fetch = async () => answer()
    const caught = await fetchContract('PATCH /api/v1/members/{userId}', input, {
      fetch,
      baseUrl: 'http://desk.test',
    }).catch((reason: unknown) => reason)
    expect(caught).toBeInstanceOf(ApiError)
    expect(caught).toMatchObject(expected)
  })
})
