import { getOAuthProtectedResourceMetadataUrl, oauthMetadataResponse } from '@modelcontextprotocol/server'
import { connectionScope } from '@/lib/contracts/connections'
import { oauthAddresses } from '@/lib/operations/connections/addresses'
import { notFound } from '@/lib/operations/errors'
import { handle } from '../respond'

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
