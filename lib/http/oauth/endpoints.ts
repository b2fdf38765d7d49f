import { clientRegistration, connectionScope } from '@/lib/contracts/connections'
import { oauthAddresses } from '@/lib/operations/connections/addresses'
import { registerClient } from '@/lib/operations/connections/clients'
import { exchangeToken, revokeByToken, type WireAnswer } from '@/lib/operations/connections/exchange'
import { notFound } from '@/lib/operations/errors'
import { countUse } from '@/lib/operations/rate-limit/limits'
import { limitStranger } from '../actor'
import { senderOf } from '../origin'
import { oauthRoute, readForm, readSmallJson } from './wire'

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
