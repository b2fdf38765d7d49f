import { sessionUser } from '@/lib/auth'
import type { SessionUser } from '@/lib/operations/account/sessions'
import { ACCESS_PREFIX, findTokenActor } from '@/lib/operations/connections/tokens'
import { type Actor, type Context, createContext } from '@/lib/operations/context'
import { AppError } from '@/lib/operations/errors'
import { findKeyActor } from '@/lib/operations/keys/keys'
import { countUse } from '@/lib/operations/rate-limit/limits'
import type { ApiRequest } from './node-door'
import { originOf, senderOf } from './origin'

/** Creates the context of a request: the actor is its bearer key, else its session cookie, else anonymous. */
export async function contextOf(request: ApiRequest, requestId: string): Promise<Context> {
  const url = new URL(request.url)
  const projectSlug = url.searchParams.get('project') ?? request.headers.get('x-veritas-project') ?? undefined
  const actor = await actorOf(request)
  return createContext(actor, { requestId, projectSlug, signal: request.signal, origin: originOf(request, actor) })
}

export async function actorOf(request: ApiRequest): Promise<Actor> {
  const authorization = request.headers.get('authorization')
  if (authorization === null) {
    const user = await sessionUser()
    if (user) return personOf(request, user)
    await limitStranger(request)
    return { kind: 'anonymous' }
  }
  return keyOf(request, authorization)
}

/** @throws AppError unauthorized for a page that shows somebody else, who was signed in before */
function personOf(request: ApiRequest, user: SessionUser): Actor {
  const shown = request.headers.get('x-veritas-person')
  if (shown === null || shown === user.userId) return { kind: 'user', ...user }
  throw new AppError('unauthorized', 'somebody else has signed in with this browser since: load the page again')
}

/** How long a caller is known while a body arrives. */
const KNOWN_FOR_MS = 5000

/**
 * Reads a body. If that takes long, identifies its sender again, whose key may have been revoked or whose session ended meanwhile.
 * @throws AppError unauthorized
 */
export async function readFrom<T>(sender: Actor, identify: () => Promise<Actor>, read: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const body = await read()
  if (performance.now() - startedAt < KNOWN_FOR_MS) return body
  const { kind } = await identify()
  if (kind !== sender.kind) throw new AppError('unauthorized', 'you were signed out while the body arrived')
  return body
}

/** Counts an unauthenticated request against the limit of its address. @throws AppError rate_limited */
export async function limitStranger(request: ApiRequest): Promise<void> {
  await countUse('stranger', senderOf(request))
}

/** The actor of a bearer key. @throws AppError unauthorized */
function keyOf(request: ApiRequest, authorization: string): Promise<Actor> {
  return bearerOf(request, authorization, findKeyActor, (secret) =>
    secret.startsWith(ACCESS_PREFIX)
      ? 'the access token of a connected app is valid at /api/mcp only: here an API key is needed'
      : UNKNOWN_KEY,
  )
}

/** The actor of an MCP request: also accepts the OAuth token of a connected app, which is valid for MCP only. */
export function mcpActorOf(request: ApiRequest, authorization: string): Promise<Actor> {
  const find = (secret: string) => (secret.startsWith(ACCESS_PREFIX) ? findTokenActor(secret) : findKeyActor(secret))
  return bearerOf(request, authorization, find, () => UNKNOWN_KEY)
}

const UNKNOWN_KEY = 'this API key is unknown, has expired or was revoked'

async function bearerOf(
  request: ApiRequest,
  authorization: string,
  find: (secret: string) => Promise<Actor | null>,
  refusal: (secret: string) => string,
): Promise<Actor> {
  const secret = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1]
  const actor = secret ? await find(secret) : null
  if (actor) return actor
  await limitStranger(request)
  throw new AppError('unauthorized', secret ? refusal(secret) : 'send the header as `Authorization: Bearer <API key>`')
}
