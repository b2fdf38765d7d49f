import { describe, expect, it } from 'vitest'
import { LEGACY, MODERN, makeMcpDesk } from './testing/mcp-desk'

const call = (name: string, input: unknown = {}, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
})
const at = (revision: string) => ({ 'mcp-protocol-version': revision })

describe('the MCP endpoint', () => {
  it('answers a 2025-11-25 call without a handshake as JSON, for any Accept header that allows JSON', async () => {
    const { post } = await makeMcpDesk()
    for (const accept of ['application/json, text/event-stream', 'application/json', '*/*']) {
      const response = await post(call('list_runs', {}, 'x'), { ...at(LEGACY), accept })
      expect(response.headers.get('content-type')).toContain('application/json')
      expect(await response.json()).toMatchObject({ id: 'x', result: { structuredContent: { runs: [], next: null } } })
    }
  })

  it('answers discovery and self-contained calls of 2026-07-28', async () => {
    const { post } = await makeMcpDesk()
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const discover = await post(
      { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } },
      { ...at(MODERN), 'mcp-method': 'server/discover' },
    )
    expect(await discover.json()).toMatchObject({
      result: { supportedVersions: [MODERN], capabilities: { tools: {} } },
    })
    const called = await post(
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_gates', arguments: {}, _meta } },
      { ...at(MODERN), 'mcp-method': 'tools/call', 'mcp-name': 'list_gates' },
    )
    expect(called.headers.get('content-type')).toContain('application/json')
    expect(await called.json()).toMatchObject({ result: { structuredContent: { gates: [] } } })
    const mismatched = await post(
      { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'list_gates', arguments: {}, _meta } },
      { ...at(MODERN), 'mcp-method': 'tools/call', 'mcp-name': 'submit_run' },
    )
    expect(mismatched.status).toBe(400)
  })

  it('requires a key, with a WWW-Authenticate challenge, and ignores session cookies', async () => {
    const { post } = await makeMcpDesk()
    const wrong = await post(call('list_runs'), { authorization: 'Bearer vk_made-up' })
    expect(wrong.status).toBe(401)
    const ways = /scope="read write", resource_metadata="http.*\/\.well-known\/oauth-protected-resource\/api\/mcp"$/
    expect(wrong.headers.get('www-authenticate')).toMatch(/^Bearer realm="veritas", error="invalid_token", /)
    expect(wrong.headers.get('www-authenticate')).toMatch(ways)
    const { url } = await makeMcpDesk()
    const none = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'next-auth.session-token=x' },
      body: JSON.stringify(call('list_runs')),
    })
    expect(none.status).toBe(401)
    expect(none.headers.get('www-authenticate')).toMatch(ways)
    expect(none.headers.get('www-authenticate')).not.toContain('error')
    expect(await none.json()).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { data: { error: { code: 'unauthorized' } } },
    })
  })

  it('refuses requests from other sites, and accepts those from localhost and this site', async () => {
    const { post } = await makeMcpDesk()
    for (const origin of ['http://evil.example', 'null', 'https://127.0.0.1.evil.example'])
      expect((await post(call('list_runs'), { origin })).status, origin).toBe(403)
    for (const origin of ['http://localhost:6274', 'http://127.0.0.1:3000'])
      expect((await post(call('list_runs'), { origin })).status, origin).toBe(200)
  })

  it.each([
    ['tools/list', 'tools'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
    ['prompts/list', 'prompts'],
  ])('%s refuses a cursor that it has not given', async (method, listed) => {
    const { post } = await makeMcpDesk()
    const list = (params: object) => post({ jsonrpc: '2.0', id: 1, method, params }, at(LEGACY))
    expect(await (await list({ cursor: 'stale' })).json()).toMatchObject({ error: { code: -32602 } })
    expect(await (await list({})).json()).toMatchObject({ result: { [listed]: expect.any(Array) } })
  })

  it('accepts a notification without an answer', async () => {
    const { post } = await makeMcpDesk()
    const response = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, at(LEGACY))
    expect(response.status).toBe(202)
    expect(await response.text()).toBe('')
  })

  it('accepts a batch only in the revision that has batches, and treats each call like a single one', async () => {
    const { post, makeSecret } = await makeMcpDesk()
    const batch = [call('list_runs', {}, 1), call('get_run', { runId: 'x' }, 2)]
    const answered = await (await post(batch, at('2025-03-26'))).json()
    expect(answered).toMatchObject([
      { id: 1, result: { structuredContent: { runs: [] } } },
      { id: 2, result: { isError: true } },
    ])
    const refused = await post(batch, at(LEGACY))
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      error: { code: -32600, message: expect.stringContaining('one message') },
    })
    const reader = { authorization: `Bearer ${await makeSecret(['read'])}` }
    expect((await post([...batch, call('submit_run', {}, 3)], { ...at('2025-03-26'), ...reader })).status).toBe(403)
  })

  it('has no sessions: GET and DELETE answer 405 with Allow', async () => {
    const { url, secret } = await makeMcpDesk()
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(url, {
        method,
        headers: { authorization: `Bearer ${secret}`, accept: 'text/event-stream' },
      })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('OPTIONS, POST')
    }
    const { post } = await makeMcpDesk()
    const hello = { protocolVersion: LEGACY, capabilities: {}, clientInfo: { name: 't', version: '1' } }
    const response = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })
    expect(response.headers.get('mcp-session-id')).toBeNull()
  })

  it.each([
    ['no JSON', '{"jsonrpc": ', 400],
    ['nothing', '', 400],
    ['a number', '1', 400],
    ['null', 'null', 400],
    ['a JSON object that is not a message', '{"a":1}', 400],
    ['too deep nesting', `${'['.repeat(200)}${']'.repeat(200)}`, 400],
  ])('answers %s with a JSON-RPC error', async (_, body, status) => {
    const response = await (await makeMcpDesk()).post(body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } })
  })

  it('refuses a body over the limit with 413 and a non-JSON body with 415', async () => {
    const { post } = await makeMcpDesk()
    expect((await post('x'.repeat(21 * 1024 * 1024))).status).toBe(413)
    expect((await post(call('list_runs'), { 'content-type': 'text/plain' })).status).toBe(415)
  })
})
