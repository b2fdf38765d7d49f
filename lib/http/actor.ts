import { sessionUser } from '@/lib/auth'
import { getDb } from '@/lib/db/client'
import { findKeyActor } from '@/lib/operations/keys/find-key-actor'
import type { Actor, Context } from '@/lib/operations/context'
import { AppError } from '@/lib/operations/errors'

/** The context of a request: a bearer key first, then the session cookie, else anonymous. */
export async function contextOf(request: Request, requestId: string): Promise<Context> {
  const url = new URL(request.url)
  const projectSlug = url.searchParams.get('project') ?? request.headers.get('x-veritas-project') ?? undefined
  return { actor: await actorOf(request), db: getDb(), now: () => new Date(), requestId, projectSlug }
}

async function actorOf(request: Request): Promise<Actor> {
  const authorization = request.headers.get('authorization')
  if (authorization === null) {
    const user = await sessionUser()
    return user ? { kind: 'user', ...user } : { kind: 'anonymous' }
  }
  const secret = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1]
  const actor = secret ? await findKeyActor(getDb(), secret) : null
  if (!actor) throw new AppError('unauthorized', 'this API key is not known or was revoked')
  return actor
}
