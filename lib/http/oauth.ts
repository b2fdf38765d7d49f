import { getOAuthProtectedResourceMetadataUrl, oauthMetadataResponse } from '@modelcontextprotocol/server'
import { v7 as uuid } from 'uuid'
import { clientRegistration, connectionScope } from '@/lib/contracts/connections'
import { log } from '@/lib/log'
import { oauthAddresses } from '@/lib/operations/connections/addresses'
import { exchangeToken, revokeByToken, type WireAnswer } from '@/lib/operations/connections/oauth-server'
import { registerClient } from '@/lib/operations/connections/request'
import { AppError, notFound } from '@/lib/operations/errors'
import { countUse } from '@/lib/operations/rate-limit/limits'
import { toAppError } from '@/lib/operations/to-app-error'
import { limitStranger } from './actor'
import { STRANGERS, withBodyMemory } from './body/body-memory'
import { readBytes, readJson } from './body/read-body'
import { senderOf } from './origin'
import { handle, measure } from './respond'

/** Every app is a public client: it has no secret and uses PKCE. */
const PUBLIC_APP = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  scope: connectionScope.options.join(' '),
}

/** RFC 7591: open client registration. */
export const registerRoute = oauthRoute('/api/oauth/register', async (request): Promise<WireAnswer> => {
  assertOffered()
  await countUse('registerApp', senderOf(request))
  const parsed = clientRegistration.safeParse(await readSmallJson(request))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const error = issue?.path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    return answer(400, { error, error_description: `${issue?.path.join('.')}: ${issue?.message}` })
  }
  const { id, name, redirectUris, createdAt } = await registerClient(parsed.data)
  return answer(201, {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    ...PUBLIC_APP,
  })
})

/** RFC 6749, section 3.2. Failed attempts are rate limited by address. */
export const tokenRoute = oauthRoute('/api/oauth/token', async (request): Promise<WireAnswer> => {
  assertOffered()
  const result = await exchangeToken(await readForm(request))
  if (result.status !== 200) await limitStranger(request)
  return result
})

/** RFC 7009 */
export const revokeRoute = oauthRoute('/api/oauth/revoke', async (request): Promise<WireAnswer> => {
  assertOffered()
  await limitStranger(request)
  const { token = '', client_id: clientId = '' } = await readForm(request)
  await revokeByToken(token, clientId)
  return answer(200, {})
})

function assertOffered(): void {
  if (!oauthAddresses()) throw notFound('route')
}

const answer = (status: number, body: object): WireAnswer => ({ status, body, headers: {} })

const MAX_BYTES = 16 * 1024
const JSON_LIMITS = { bytes: MAX_BYTES, values: 500, depth: 8 }

/** An OAuth route: errors have the protocol's format, and answers are never cached. */
function oauthRoute(
  path: string,
  answer: (request: Request) => Promise<WireAnswer>,
): (request: Request) => Promise<Response> {
  return (request) =>
    measure(path, request.method, async () => {
      const requestId = uuid()
      const { status, body, headers } = await answer(request).catch((reason) => toRefusal(reason, requestId))
      return Response.json(body, {
        status,
        headers: { ...headers, 'cache-control': 'no-store', pragma: 'no-cache', 'x-request-id': requestId },
      })
    })
}

function toRefusal(reason: unknown, requestId: string): WireAnswer {
  const { code, status, message, retryAfterS } = toAppError(reason)
  if (code === 'internal') log.error({ err: reason, requestId }, 'OAuth request failed')
  const error = status >= 500 ? 'server_error' : status === 429 ? 'temporarily_unavailable' : 'invalid_request'
  const headers = retryAfterS === undefined ? undefined : { 'retry-after': String(Math.ceil(retryAfterS)) }
  return { status, body: { error, error_description: message }, headers: headers ?? {} }
}

/** The fields of a form. @throws AppError invalid_input if a field is repeated */
async function readForm(request: Request): Promise<Record<string, string>> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? ''))
    throw new AppError('unsupported_media_type', 'send content-type: application/x-www-form-urlencoded')
  const text = await withBodyMemory(STRANGERS, async (claim) => (await readBytes(request, MAX_BYTES, claim)).toString())
  const fields = [...new URLSearchParams(text)]
  if (new Set(fields.map(([name]) => name)).size < fields.length)
    throw new AppError('invalid_input', 'a parameter is sent twice')
  return Object.fromEntries(fields)
}

function readSmallJson(request: Request): Promise<unknown> {
  return withBodyMemory(STRANGERS, (claim) => readJson(request, JSON_LIMITS, claim))
}

/** OAuth metadata of RFC 9728 and 8414. All other paths below /.well-known answer 404. */
export async function wellKnown(request: Request): Promise<Response> {
  const addresses = oauthAddresses()
  const found =
    addresses &&
    oauthMetadataResponse(request, {
      oauthMetadata: metadataOf(addresses.issuer),
      resourceServerUrl: new URL(addresses.resource),
      scopesSupported: [...connectionScope.options],
      resourceName: 'Veritas',
      serviceDocumentationUrl: new URL('/reference', addresses.issuer),
    })
  return found ?? handle(() => Promise.reject(notFound('route')))
}

/** URL of the protected resource metadata, for the challenge of a refused request; null if OAuth is not offered. */
export function metadataAddress(): string | null {
  const addresses = oauthAddresses()
  return addresses && getOAuthProtectedResourceMetadataUrl(new URL(addresses.resource))
}

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/api/oauth/token`,
    registration_endpoint: `${issuer}/api/oauth/register`,
    revocation_endpoint: `${issuer}/api/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: [...connectionScope.options],
    authorization_response_iss_parameter_supported: true,
  }
}
