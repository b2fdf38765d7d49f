import OAuth2Server from '@node-oauth/oauth2-server'
import type { Tx } from '@/lib/db/client'
import { isRegistered } from './addresses'
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
