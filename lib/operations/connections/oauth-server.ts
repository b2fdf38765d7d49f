import OAuth2Server from '@node-oauth/oauth2-server'
import { getDb, type Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { isOurResource, isRegistered } from './addresses'
import { endGrant, type FoundToken, findToken, insertTokens, mintToken, spendToken } from './tokens'

const ACCESS_S = 60 * 60
const REFRESH_S = 30 * 24 * 60 * 60
const CODE_S = 120
/** Two processes of one app may refresh concurrently: within this time the slower one is refused without revoking the grant. */
const REUSE_GRACE_MS = 30_000

const GRANTS = ['authorization_code', 'refresh_token']

/** The grant behind a code; what the library passes from step to step as its user. */
export type Holder = { projectId: string; grantId: string }

/** The library over the tables of one transaction. Only public clients, each with PKCE; refresh tokens are single-use. */
export function oauthServer(tx: Tx, now: () => Date): OAuth2Server {
  return new OAuth2Server({
    model: modelOf(tx, now),
    accessTokenLifetime: ACCESS_S,
    refreshTokenLifetime: REFRESH_S,
    authorizationCodeLifetime: CODE_S,
    allowEmptyState: true,
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
  })
}

function modelOf(tx: Tx, now: () => Date): OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel {
  return {
    async getClient(clientId) {
      const client = await tx.oauthClient.findUnique({ where: { id: clientId } })
      return client && { id: client.id, redirectUris: client.redirectUris, grants: GRANTS }
    },
    validateRedirectUri: async (given, { redirectUris = [] }) => isRegistered(given, [redirectUris].flat()),
    validateScope: async (_user, _client, scope) => scope,
    generateAccessToken: async () => mintToken('access'),
    generateRefreshToken: async () => mintToken('refresh'),
    generateAuthorizationCode: async () => mintToken('code'),

    async saveAuthorizationCode(code, client, user) {
      const { authorizationCode: secret, expiresAt, redirectUri, scope: scopes = [], codeChallenge = null } = code
      const holder = user as Holder
      await insertTokens(tx, now(), [
        { ...holder, kind: 'code', secret, scopes, expiresAt, redirectUri, codeChallenge },
      ])
      return { ...code, client, user }
    },
    async getAuthorizationCode(secret) {
      const found = await findToken(tx, 'code', secret)
      if (found?.usedAt) await endGrant(tx, found, now(), 'desk')
      if (!found || found.usedAt || found.codeChallenge === null) return null
      const { redirectUri, codeChallenge, expiresAt } = found
      const pkce = { codeChallenge, codeChallengeMethod: 'S256' }
      return { ...heldBy(found), ...pkce, authorizationCode: secret, expiresAt, redirectUri: redirectUri ?? '' }
    },
    revokeAuthorizationCode: ({ authorizationCode, user }) =>
      spendToken(tx, (user as Holder).projectId, authorizationCode, now()),

    async getRefreshToken(secret) {
      const found = await findToken(tx, 'refresh', secret)
      if (found?.usedAt && now().getTime() - found.usedAt.getTime() > REUSE_GRACE_MS)
        await endGrant(tx, found, now(), 'desk')
      if (!found || found.usedAt) return null
      return { ...heldBy(found), refreshToken: secret, refreshTokenExpiresAt: found.expiresAt }
    },
    revokeToken: ({ refreshToken, user }) => spendToken(tx, (user as Holder).projectId, refreshToken, now()),

    async saveToken(token, client, user) {
      const { projectId, grantId } = user as Holder
      const at = now()
      const until = new Date(at.getTime() + REFRESH_S * 1000)
      const shared = { projectId, grantId, scopes: token.scope ?? [] }
      await tx.oauthToken.deleteMany({ where: { projectId, grantId, expiresAt: { lt: at } } })
      const expiresAt = token.accessTokenExpiresAt ?? at
      await insertTokens(tx, at, [
        { ...shared, kind: 'access', secret: token.accessToken, expiresAt },
        { ...shared, kind: 'refresh', secret: token.refreshToken ?? '', expiresAt: until },
      ])
      await tx.oauthGrant.update({
        where: { projectId_id: { projectId, id: grantId } },
        data: { expiresAt: until, lastUsedAt: at },
      })
      return { ...token, client, user }
    },
    // Access tokens are read by `findTokenActor` instead.
    getAccessToken: async () => null,
  }
}

function heldBy({ project, grantId, clientId, scopes }: FoundToken) {
  const user: Holder = { projectId: project.id, grantId }
  return { client: { id: clientId, grants: GRANTS }, user, scope: scopes }
}

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
