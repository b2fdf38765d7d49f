import OAuth2Server from '@node-oauth/oauth2-server'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { isOurResource } from './addresses'
import { oauthServer } from './oauth-server'
import { endGrant, findToken } from './tokens'

/** The HTTP answer of the protocol, success or error. */
export type WireAnswer = { status: number; body: object; headers: Record<string, string> }

/** Exchanges a code or a refresh token: RFC 6749. A failed attempt still consumes the code or token. */
export async function exchangeToken(form: Readonly<Record<string, string>>): Promise<WireAnswer> {
  if (!isOurResource(form.resource)) return refusal('invalid_target', 'resource: this desk has no such resource')
  const request = new OAuth2Server.Request({
    method: 'POST',
    // The library detects a body by its length.
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
    query: {},
    body: form,
  })
  return inTransaction({ db: getDb() }, async (tx) => {
    const response = new OAuth2Server.Response()
    try {
      await oauthServer(tx, () => new Date()).token(request, response)
    } catch (error) {
      if (!(error instanceof OAuth2Server.OAuthError) || error.code >= 500) throw causeOf(error)
      // Rejected before the library wrote its answer.
      if (response.status === 200) return refusal(error.name, error.message)
    }
    return { status: response.status ?? 200, body: response.body ?? {}, headers: { ...response.headers } }
  })
}

const refusal = (error: string, description: string): WireAnswer => ({
  status: 400,
  body: { error, error_description: description },
  headers: {},
})

/** Unwraps an error that the library wrapped. */
const causeOf = (error: unknown) => (error instanceof Error && 'inner' in error ? error.inner : error)

/** Revokes the grant of a token at its app's request: RFC 7009. An unknown token is no error. */
export async function revokeByToken(secret: string, clientId: string): Promise<void> {
  const db = getDb()
  const found = (await findToken(db, 'refresh', secret)) ?? (await findToken(db, 'access', secret))
  if (found?.clientId === clientId) await inTransaction({ db }, (tx) => endGrant(tx, found, new Date(), 'app'))
}
