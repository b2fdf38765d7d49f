import { expect, test } from '../fixtures'
import { contracts } from './contracts'

test('the OpenAPI document is public, and answers 304 when it has not changed', async ({ request, baseURL }) => {
  const answer = await request.get('/api/v1/openapi.json')
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('application/json')
  const document = await answer.json()
  expect(document).toMatchObject({ openapi: '3.1.1', servers: [{ url: baseURL }] })
  for (const { path, method, name } of contracts)
    expect(document.paths[path]?.[method.toLowerCase()]?.operationId, name).toBe(name)
  const etag = answer.headers().etag ?? ''
  const again = await request.get('/api/v1/openapi.json', { headers: { 'if-none-match': etag } })
  expect(again.status()).toBe(304)
})

test('its first example can be sent as is', async ({ request, wire }) => {
  const { paths } = await (await request.get('/api/v1/openapi.json')).json()
  const { value } = paths['/api/v1/runs'].post.requestBody.content['application/json'].examples.one
  const answer = await wire.post('/api/v1/runs', { data: value })
  expect(answer.status()).toBe(200)
  expect((await answer.json()).accepted).toHaveLength(1)
})

test("a path with invalid percent-encoding is refused as the client's error", async ({
  request,
  wire,
  visit,
  desk,
}) => {
  for (const path of ['/api/v1/runs/%E0%A4%A', '/api/v1/chains/%', '/v1/%zz']) {
    const answer = await wire.get(path)
    expect(answer.status(), path).toBe(400)
    expect((await answer.json()).error, path).toMatchObject({ code: 'invalid_input', issues: [{ path: 'path' }] })
  }
  expect((await wire.get('/api/v1/chains/%C3%BCber%20alles')).status()).toBe(404)
  const stranger = await request.get('/runs/%E0%A4%A', { maxRedirects: 0 })
  expect(stranger.status()).toBe(307)
  const page = await visit('viewer', '/signin')
  for (const path of ['/runs/%E0%A4%A', `/p/${desk.slug}/runs/%E0%A4%A`, '/p/%C3'])
    expect((await page.request.get(path)).status(), path).toBe(404)
})
