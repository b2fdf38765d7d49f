import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Provider from 'oidc-provider'

type IdentityProviders = {
  /** The environment that configures the server for these providers. */
  environment: Record<string, string>
  stop: () => Promise<void>
}

const CLIENT = { id: 'veritas', secret: 'a secret of the desk and its identity provider' }

/**
 * Starts two local identity providers: a certified implementation of OpenID Connect, and the four GitHub Enterprise endpoints that a
 * sign-in uses. Each shows a form in which a browser enters who it is: an e-mail, and whether it is verified.
 */
export async function startIdentityProviders(appUrl: string): Promise<IdentityProviders> {
  const oidc = await listen((origin) => oidcHandler(origin, `${appUrl}/api/auth/callback/oidc`))
  const github = await listen(() => githubHandler())
  return {
    environment: {
      OIDC_ISSUER: oidc.origin,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      GITHUB_URL: github.origin,
      GITHUB_ID: CLIENT.id,
      GITHUB_SECRET: CLIENT.secret,
    },
    stop: async () => {
      await Promise.all([oidc.stop(), github.stop()])
    },
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

async function listen(handlerAt: (origin: string) => Handler): Promise<{ origin: string; stop: () => Promise<void> }> {
  let handler: Handler = () => undefined
  const server: Server = createServer((request, response) => void handler(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  handler = handlerAt(origin)
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { origin, stop }
}

/** A person as a provider sees them. */
type Who = { email: string; isVerified: boolean; name: string }

const readWho = (form: URLSearchParams): Who => ({
  email: form.get('email') ?? '',
  isVerified: form.has('verified'),
  name: form.get('name') ?? '',
})

/** Strict where the standard leaves a choice: PKCE is required, and an ID token contains no e-mail. */
function oidcHandler(issuer: string, redirectUri: string): Handler {
  const people = new Map<string, Who>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    findAccount: (_, id) => {
      const who = people.get(id)
      return {
        accountId: id,
        claims: () => ({ sub: id, email: who?.email, email_verified: who?.isVerified, name: who?.name }),
      }
    },
  })
  const answer = provider.callback()
  return async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const { params, prompt, grantId, session } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login') {
      if (request.method !== 'POST') return showForm(response, request.url)
      const who = readWho(new URLSearchParams(await text(request)))
      people.set(who.email, who)
      return provider.interactionFinished(request, response, { login: { accountId: who.email } })
    }
    const grant =
      (grantId ? await provider.Grant.find(grantId) : undefined) ??
      new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope))
    return provider.interactionFinished(
      request,
      response,
      { consent: { grantId: await grant.save() } },
      { mergeWithLastSubmission: true },
    )
  }
}

/** Implements `/login/oauth/authorize`, `/login/oauth/access_token`, `/api/v3/user` and `/api/v3/user/emails` as GitHub does. */
function githubHandler(): Handler {
  const codes = new Map<string, Who>()
  const tokens = new Map<string, Who>()
  return async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://github.test')
    const sendJson = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/login/oauth/authorize') {
      if (request.method !== 'POST') return showForm(response, request.url ?? '')
      const code = randomBytes(10).toString('hex')
      codes.set(code, readWho(new URLSearchParams(await text(request))))
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      return response.writeHead(302, { location: back.href }).end()
    }
    if (url.pathname === '/login/oauth/access_token') {
      const code = new URLSearchParams(await text(request)).get('code') ?? ''
      const who = codes.get(code)
      codes.delete(code)
      if (!who) return sendJson({ error: 'bad_verification_code' })
      const token = `gho_${randomBytes(16).toString('hex')}`
      tokens.set(token, who)
      return sendJson({ access_token: token, token_type: 'bearer', scope: 'read:user,user:email' })
    }
    const who = tokens.get(request.headers.authorization?.replace(/^(?:Bearer|token) /i, '') ?? '')
    if (!who) return sendJson({ message: 'Bad credentials' }, 401)
    if (url.pathname === '/api/v3/user')
      return sendJson({ id: 1, login: who.name, name: who.name, email: null, avatar_url: '' })
    if (url.pathname === '/api/v3/user/emails')
      return sendJson([{ email: who.email, primary: true, verified: who.isVerified, visibility: null }])
    return sendJson({ message: 'Not Found' }, 404)
  }
}

function showForm(response: ServerResponse, action: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><html lang="en">
<title>Who are you?</title><h1>Who are you?</h1>
<form method="post" action="${action.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">
<label>E-mail <input name="email" type="email"></label> <label>Name <input name="name"></label>
<label><input name="verified" type="checkbox" checked> Verified</label> <button>Continue</button></form></html>`)
}
