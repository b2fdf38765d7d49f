import { describe, expect, it } from 'vitest'
import { getEnv } from '@/lib/env'
import { contextOf } from './actor'
import { metadataAddress, registerRoute, revokeRoute, tokenRoute, wellKnown } from './oauth'

const { origin } = new URL(getEnv().APP_URL)
const at = (path: string) => new Request(`${origin}${path}`)

function post(path: string, type: string, body: string, address = '192.0.2.1') {
  const headers = { 'content-type': type, 'x-forwarded-for': address }
  return new Request(`${origin}${path}`, { method: 'POST', headers, body })
}
const register = (body: unknown, address?: string) =>
  registerRoute(post('/api/oauth/register', 'application/json', JSON.stringify(body), address))
const form = (body: string, type = 'application/x-www-form-urlencoded') => post('/api/oauth/token', type, body)

describe('OAuth metadata', () => {
  it('names the resource, its authorization server and the supported methods', async () => {
    const resource = await wellKnown(at('/.well-known/oauth-protected-resource/api/mcp'))
    expect(await resource.json()).toMatchObject({
      resource: `${origin}/api/mcp`,
      authorization_servers: [origin],
      scopes_supported: ['read', 'write'],
    })
    expect(metadataAddress()).toBe(`${origin}/.well-known/oauth-protected-resource/api/mcp`)
    const server = await wellKnown(at('/.well-known/oauth-authorization-server'))
    expect(await server.json()).toMatchObject({
      issuer: origin,
      registration_endpoint: `${origin}/api/oauth/register`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    })
  })

  it.each(['openid-configuration', 'security.txt', 'jwks.json', 'oauth-authorization-server/elsewhere', 'x'])(
    'is not served at %s',
    async (path) => {
      const response = await wellKnown(at(`/.well-known/${path}`))
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: { code: 'not_found' } })
    },
  )
})

describe('an access token at REST', () => {
  it('is refused with the address where it is valid, whether it exists or not', async () => {
    const headers = { authorization: 'Bearer vr_access_none', 'x-forwarded-for': '192.0.2.9' }
    const asked = contextOf(new Request(`${origin}/api/v1/runs`, { headers }), 'request')
    await expect(asked).rejects.toThrow(/valid at \/api\/mcp only/)
  })
})

describe('client registration', () => {
  it('returns a client id and no secret, and drops unused metadata', async () => {
    const response = await register({
      client_name: 'Assistant',
      redirect_uris: ['https://app.example/cb'],
      token_endpoint_auth_method: 'client_secret_post',
      logo_uri: 'http://169.254.169.254/latest',
      jwks_uri: 'http://127.0.0.1/keys',
    })
    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { client_id, client_id_issued_at, ...rest } = (await response.json()) as Record<string, unknown>
    expect(client_id).toMatch(/^vrc_/)
    expect(client_id_issued_at).toBeTypeOf('number')
    expect(rest).toEqual({
      client_name: 'Assistant',
      redirect_uris: ['https://app.example/cb'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'read write',
    })
  })

  it.each([
    [{ redirect_uris: ['http://app.example/cb'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://a.example/'], client_name: '\u0000' }, 'invalid_client_metadata'],
  ])('refuses %j', async (body, error) => {
    const response = await register(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error, error_description: expect.any(String) })
  })

  it('is rate limited by address', async () => {
    const body = { redirect_uris: ['https://app.example/cb'] }
    const statuses: number[] = []
    for (let index = 0; index < 31; index++) statuses.push((await register(body, '198.51.100.7')).status)
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(201))
    expect(statuses.at(-1)).toBe(429)
    expect((await register(body, '198.51.100.8')).status).toBe(201)
  })
})

describe('the token endpoint', () => {
  it.each([
    ['grant_type=authorization_code&code=x&client_id=vrc_nobody', 'invalid_client'],
    ['grant_type=authorization_code&code=x', 'invalid_client'],
    ['grant_type=password&username=a&password=b&client_id=vrc_nobody', /^invalid_(client|request)$/],
    ['client_id=a&client_id=b', 'invalid_request'],
    ['', 'invalid_client'],
  ])("answers %j with the protocol's error", async (body, error) => {
    const response = await tokenRoute(form(body))
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const told = (await response.json()) as { error: string }
    expect(told.error).toEqual(error instanceof RegExp ? expect.stringMatching(error) : error)
  })

  it('accepts only a form, and only a small one', async () => {
    expect((await tokenRoute(form('{}', 'application/json'))).status).toBe(415)
    expect((await tokenRoute(form(`code=${'x'.repeat(20_000)}`))).status).toBe(413)
  })
})

it('revoking an unknown token succeeds', async () => {
  const response = await revokeRoute(form('token=vr_access_none&client_id=vrc_none'))
  expect(response.status).toBe(200)
})
