import { SESSION_PATHS } from '@/lib/contracts/session'
import { someAddress } from '@/scripts/testing/some-address'
import { expect, test } from '../fixtures'

test('every page has a content security policy with a fresh nonce, and cannot be framed', async ({
  request,
  visit,
  desk,
}) => {
  const page = await visit('viewer', '/signin')
  for (const http of [request, page.request])
    for (const path of ['/signin', `/p/${desk.slug}`, '/nothing-here']) {
      const headers = (await http.get(path)).headers()
      const policy = headers['content-security-policy'] ?? ''
      expect(policy, path).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{20,}' 'strict-dynamic'/)
      for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy, path).toContain(directive)
      expect(policy).not.toMatch(/script-src[^;]*unsafe/)
      expectHardened(headers, path)
    }
  const nonces = new Set<string | undefined>()
  for (let load = 0; load < 3; load++)
    nonces.add(/'nonce-([^']+)'/.exec((await request.get('/signin')).headers()['content-security-policy'] ?? '')?.[1])
  expect(nonces.size).toBe(3)
})

test('every API response has a policy that allows no content, is not cached, and carries a request id', async ({
  wire,
}) => {
  for (const path of ['/api/v1/status', '/api/v1/runs', '/api/v1/runs/unknown']) {
    const headers = (await wire.get(path)).headers()
    expect(headers['content-security-policy'], path).toContain("default-src 'none'")
    expect(headers['cache-control'], path).toContain('no-store')
    expect(headers['x-request-id'], path).toBeTruthy()
    expectHardened(headers, path)
  }
})

test('the session cookie is HTTP-only and same-site, and ends within twelve hours', async ({
  request,
  people,
  baseURL,
}) => {
  const headers = { origin: baseURL ?? '', ...someAddress() }
  const { csrfToken } = await (await request.get(SESSION_PATHS.csrf, { headers })).json()
  const { email, password } = people.viewer
  const answer = await request.post(SESSION_PATHS.password, {
    headers,
    form: { email, password, csrfToken, callbackUrl: '/', json: 'true' },
  })
  const cookies = answer.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie')
  const session = cookies.find(({ value }) => value.startsWith('next-auth.session-token='))?.value ?? ''
  expect(session).toMatch(/; HttpOnly/i)
  expect(session).toMatch(/; SameSite=Lax/i)
  expect(session).toMatch(/; Path=\//i)
  expect(session).not.toContain(email)
  const ends = Date.parse(/Expires=([^;]+)/i.exec(session)?.[1] ?? '')
  expect(ends - Date.now()).toBeGreaterThan(11 * 3_600_000)
  expect(ends - Date.now()).toBeLessThanOrEqual(12 * 3_600_000 + 60_000)
})

test('a forged session and an invented key are refused', async ({ request }) => {
  const cookie = 'next-auth.session-token=eyJhbGciOiJub25lIn0..AAAA.AAAA.AAAA'
  expect((await request.get('/api/v1/projects', { headers: { cookie } })).status()).toBe(401)
  const page = await request.get('/p/default', { headers: { cookie }, maxRedirects: 0 })
  expect(page.status()).toBeGreaterThanOrEqual(300)
  expect(page.headers().location).toContain('/signin')
  for (const authorization of ['Bearer vrt_made-up', 'Bearer ', 'Basic YTpi', 'vrt_made-up'])
    expect((await request.get('/api/v1/status', { headers: { authorization } })).status(), authorization).toBe(401)
})

test('liveness, readiness and metrics are served', async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200)
  expect((await request.get('/readyz')).status()).toBe(200)
  expect(await (await request.get('/metrics')).text()).toMatch(/^# HELP /m)
})

function expectHardened(headers: Record<string, string>, path: string) {
  expect(headers['x-content-type-options'], path).toBe('nosniff')
  expect(headers['x-frame-options'], path).toBe('DENY')
  expect(headers['referrer-policy'], path).toBe('same-origin')
  expect(headers['permissions-policy'], path).toContain('camera=()')
  expect(headers['x-powered-by'], path).toBeUndefined()
}
