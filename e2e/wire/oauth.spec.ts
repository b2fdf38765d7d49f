import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { createKey } from '@/lib/contracts/projects'
import { expectNoFaults, expectToFitPhone, LIGHT } from '../axe'
import { expect, test } from '../fixtures'
import { untilListening } from '../windows'

test('an app that knows only the URL signs a person in, acts for them, and is disconnected', async ({
  desk,
  visit,
  baseURL,
  request,
}) => {
  test.slow()
  const address = new URL('/api/mcp', baseURL)
  const app = await makeApp()
  const connect = async () => {
    const client = new Client({ name: 'assistant', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(address, { authProvider: app.provider }))
    return client
  }
  await expect(connect()).rejects.toThrow(UnauthorizedError)

  const asked = app.asked()
  const page = await visit('reviewer', asked.pathname + asked.search, LIGHT)
  await expect(page.getByRole('heading', { name: 'Connect Assistant of the test?' })).toBeVisible()
  await expect(page.getByText('only you do, here')).toBeVisible()
  await expectNoFaults(page, 'consent')
  await expectToFitPhone(page, 'consent')
  const project = page.getByRole('combobox', { name: 'Project' })
  await project.click()
  // Many projects are searched.
  const search = page.getByRole('combobox', { name: 'Find a project' })
  await expect(search.or(page.getByRole('option')).first()).toBeVisible()
  if (await search.isVisible()) await search.fill(desk.name)
  await page.getByRole('option', { name: new RegExp(desk.name) }).click()
  await expect(project).toContainText(new RegExp(`${desk.name}.*reviewer`))
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.waitForURL(`${app.provider.redirectUrl}**`)
  const transport = new StreamableHTTPClientTransport(address, { authProvider: app.provider })
  await transport.finishAuth(new URL(page.url()).searchParams)

  const client = await connect()
  const names = (await client.listTools()).tools.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['submit_run', 'wait_for_gate']))
  const sent = await client.callTool({ name: 'submit_run', arguments: { id: 'by-app', chain: 'answers', output: 'x' } })
  expect(sent.structuredContent).toMatchObject({ accepted: [{ id: 'by-app' }] })
  app.spoil()
  const listed = await client.callTool({ name: 'list_runs', arguments: {} })
  expect(listed.structuredContent).toMatchObject({ runs: [{ clientId: 'by-app' }] })

  // Access tokens are valid for MCP only.
  const rest = await request.get('/api/v1/runs', { headers: { authorization: `Bearer ${app.accessToken()}` } })
  expect(rest.status()).toBe(401)

  await page.goto(`/p/${desk.slug}/settings/account`)
  await untilListening(page)
  await expectNoFaults(page, 'account with a connection')
  await page.getByRole('button', { name: 'Disconnect Assistant of the test' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('No connected apps')).toBeVisible()
  await expect(client.callTool({ name: 'list_runs', arguments: {} })).rejects.toThrow(/invalid grant|unauthorized/i)
  await app.close()
})

test('unknown .well-known paths are 404, never a redirect to sign-in', async ({ request }) => {
  const get = (path: string) => request.get(path, { maxRedirects: 0 })
  expect((await get('/.well-known/oauth-protected-resource/api/mcp')).status()).toBe(200)
  for (const path of ['openid-configuration', 'security.txt', 'x/y', 'assetlinks.json'])
    expect((await get(`/.well-known/${path}`)).status(), path).toBe(404)
})

test('an API key works beside OAuth', async ({ desk, baseURL }) => {
  const { secret } = await desk.as('admin')(createKey, { name: 'agent' })
  const client = new Client({ name: 'agent', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${secret}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/api/mcp', baseURL), { requestInit }))
  expect((await client.callTool({ name: 'list_gates', arguments: {} })).structuredContent).toMatchObject({ gates: [] })
  await client.close()
})

/** An OAuth client: it stores its tokens, and listens on a local port for the redirect. */
async function makeApp() {
  const server = createServer((_, answer) => answer.end('You can close this page.'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  let asked: URL | undefined
  let verifier = ''
  let client: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
  let tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>
  const provider: OAuthClientProvider & { redirectUrl: string } = {
    redirectUrl,
    clientMetadata: { client_name: 'Assistant of the test', redirect_uris: [redirectUrl] },
    state: () => 'some state',
    clientInformation: () => client,
    saveClientInformation: (given) => {
      client = given
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given
    },
    redirectToAuthorization: (url) => {
      asked = url
    },
    saveCodeVerifier: (given) => {
      verifier = given
    },
    codeVerifier: () => verifier,
  }
  return {
    provider,
    asked: () => {
      if (!asked) throw new Error('the app asked nobody')
      return asked
    },
    accessToken: () => tokens?.access_token ?? '',
    /** Simulates an expired access token. */
    spoil: () => {
      if (tokens) tokens = { ...tokens, access_token: 'vr_access_gone' }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
