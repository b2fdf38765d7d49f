import OAuth2Server from '@node-oauth/oauth2-server'
import { z } from 'zod'
import * as contracts from '@/lib/contracts/connections'
import { connectionScope } from '@/lib/contracts/connections'
import { inTransaction } from '@/lib/db/transaction'
import { passwordStamp } from '../account/password-hash'
import { audit } from '../audit'
import { roleHolds } from '../authorize'
import { type ProjectContext, personOf } from '../context'
import { AppError, invalidInput, notFound } from '../errors'
import { keysetCursor } from '../keyset-cursor'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { isOurResource, oauthAddresses } from './addresses'
import { type Holder, oauthServer } from './oauth-server'
import { requestedScopes, withAnswer } from './request'

// The lifetime of a grant until its app exchanges the code; after that the refresh token's lifetime applies.
const UNTIL_EXCHANGED_MS = 10 * 60 * 1000

/** The connections that a member sees and may end: their own, or for an admin everyone's. */
const ofCaller = ({ project, role, actor }: ProjectContext) => ({
  projectId: project.id,
  revokedAt: null,
  ...(role !== 'admin' && { userId: personOf(actor)?.userId ?? '' }),
})

/** Position after a page: its last connection. */
const cursors = keysetCursor(z.uuid())

/** Lists the working connections, newest first; membership and password are checked as at each use. */
export const listConnections = operation(contracts.listConnections, async (ctx, { mine, limit, cursor }) => {
  const me = personOf(ctx.actor)?.userId ?? ''
  const rows = await ctx.db.oauthGrant.findMany({
    where: {
      ...ofCaller(ctx),
      expiresAt: { gt: ctx.now() },
      ...(mine && { userId: me }),
      ...(cursor !== undefined && { id: { lt: cursors.decode(cursor) } }),
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const { page, next } = cursors.cut(rows, limit, ({ id }) => id)
  const members = await ctx.db.membership.findMany({
    where: { projectId: ctx.project.id, userId: { in: page.map(({ userId }) => userId) }, user: { disabledAt: null } },
    select: { user: { select: { id: true, name: true, passwordHash: true } } },
  })
  const people = new Map(members.map(({ user }) => [user.id, user]))
  return {
    connections: page.flatMap((row) => {
      const person = people.get(row.userId)
      if (!person || row.stamp !== passwordStamp(person.passwordHash)) return []
      return {
        id: row.id,
        app: row.clientName,
        person: person.name,
        isMine: row.userId === me,
        scopes: z.array(connectionScope).parse(row.scopes),
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
        expiresAt: row.expiresAt.toISOString(),
      }
    }),
    next,
  }
})

/** Stores a person's consent as a grant, and creates the code with which the app fetches its tokens. */
export const createConnection = operation(contracts.createConnection, async (ctx, { request, scopes: asked }) => {
  const userId = personOf(ctx.actor)?.userId ?? ''
  const { role } = ctx
  const scopes = [...new Set(asked)]
  const above = scopes.find((scope) => role === null || !roleHolds(role, scope))
  if (above) throw new AppError('forbidden', `as a ${role ?? 'guest'} you cannot let an app ${above}`)
  // A viewer may answer a request for `write` with `read`; nothing else exceeds what the app requested.
  const excess = scopes.find((scope) => scope !== 'read' && !requestedScopes(request.scope).includes(scope))
  if (excess) throw invalidInput([{ path: 'scopes', message: `the app did not request ${excess}` }])
  if (!oauthAddresses()) throw new AppError('forbidden', 'apps can only be connected over https')
  if (!isOurResource(request.resource))
    throw invalidInput([{ path: 'request.resource', message: 'this desk has no such resource' }])
  return inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const client = await tx.oauthClient.findUnique({ where: { id: request.client_id } })
    if (!client) throw notFound('app')
    const now = ctx.now()
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } })
    await tx.oauthGrant.updateMany({
      where: { projectId, userId, clientId: client.id, revokedAt: null },
      data: { revokedAt: now },
    })
    const grant = await tx.oauthGrant.create({
      data: {
        projectId,
        userId,
        clientId: client.id,
        clientName: client.name,
        scopes,
        stamp: passwordStamp(user.passwordHash),
        createdAt: now,
        expiresAt: new Date(now.getTime() + UNTIL_EXCHANGED_MS),
      },
    })
    await tx.oauthClient.update({ where: { id: client.id }, data: { connectedAt: now } })
    const holder: Holder = { projectId, grantId: grant.id }
    const query = { ...withoutEmpty(request), scope: scopes.join(' ') }
    const { authorizationCode } = await oauthServer(tx, ctx.now)
      .authorize(
        new OAuth2Server.Request({ method: 'GET', headers: {}, query }),
        // Not used: the library parses the address differently from a browser, so `withAnswer` writes the redirect.
        new OAuth2Server.Response(),
        { authenticateHandler: { handle: () => holder } },
      )
      .catch(toInputError)
    await audit(tx, ctx, 'connection.granted', {
      subject: `connection:${grant.id}`,
      after: { app: client.name, scopes },
    })
    await announce(tx, { project: projectId, topic: 'connections' })
    return { redirectTo: withAnswer(request.redirect_uri, { code: authorizationCode, state: request.state }) }
  })
})

export const revokeConnection = operation(contracts.revokeConnection, (ctx, { connectionId: id }) =>
  inTransaction(ctx, async (tx) => {
    const where = { ...ofCaller(ctx), id }
    const grant = await tx.oauthGrant.findFirst({ where, select: { clientName: true, scopes: true } })
    if (!grant) throw notFound('connection')
    await tx.oauthGrant.updateMany({ where, data: { revokedAt: ctx.now() } })
    await audit(tx, ctx, 'connection.revoked', {
      subject: `connection:${id}`,
      before: { app: grant.clientName, scopes: grant.scopes },
    })
    await announce(tx, { project: ctx.project.id, topic: 'connections' })
    return { revoked: true as const }
  }),
)

const withoutEmpty = (record: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(record).filter((entry): entry is [string, string] => Boolean(entry[1])))

function toInputError(error: unknown): never {
  if (!(error instanceof OAuth2Server.OAuthError) || error.code >= 500) throw error
  throw invalidInput([{ path: 'request', message: error.message }])
}
