import { v7 as uuid } from 'uuid'
import type { Role } from '@/lib/contracts/projects'
import { type Db, getDb, type Tx } from '@/lib/db/client'
import { notFound } from './errors'

/** `deletesAt`: from when it is removed, where that was asked for; nothing is written to it meanwhile. */
export type ProjectRef = { id: string; slug: string; name: string; deletesAt?: Date | null }

/** What is read of a project for a {@link ProjectRef}. */
export const projectRef = { id: true, slug: true, name: true, deletesAt: true } as const

/** Who asks. Only a `user` can ever decide: a key that acts for a `person`, as an app they connected does, is a key all the same. */
export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'user'; userId: string; name: string; email: string; sessionId?: string }
  | {
      kind: 'key'
      keyId: string
      name: string
      scopes: readonly string[]
      project: ProjectRef
      person?: { userId: string; name: string }
    }
  | { kind: 'system'; name: string; project: ProjectRef }

/**
 * Where a request came from: the address as the nearest proxy or this server saw it, null where neither did; and by what.
 * That a key is used by the command line or by MCP over REST is the client's own word.
 */
export type Origin = { address: string | null; via: 'browser' | 'api' | 'mcp' | 'cli' | 'job' }

/** What an operation gets from outside: actor, database, clock, and the project named in the address. */
export type Context = {
  actor: Actor
  db: Db
  now: () => Date
  requestId: string
  projectSlug?: string | undefined
  /** Left out by whoever only reads. */
  origin?: Origin | undefined
  /** Aborted when who asks has gone away: nothing needs to wait for them. */
  signal?: AbortSignal | undefined
}

/** The context of one request: this process's database and clock. */
export function createContext(
  actor: Actor,
  request: Pick<Context, 'requestId' | 'projectSlug' | 'signal' | 'origin'>,
): Context {
  return { actor, db: getDb(), now: () => new Date(), ...request }
}

/**
 * `assertStill` looks at the role of a person once more, in a transaction, and holds it there until the end: who loses it meanwhile
 * changes nothing any more.
 */
export type ProjectContext = Context & {
  project: ProjectRef
  role: Role | null
  assertStill?: ((tx: Tx) => Promise<void>) | undefined
}

/**
 * The context of timed work on a project, on nobody's behalf; `name` is how the record names it.
 * @throws not_found when the project is gone
 */
export async function loadSystemContext<D extends Db | Tx>(
  db: D,
  projectId: string,
  name: string,
  now: () => Date,
): Promise<Omit<ProjectContext, 'db'> & { db: D }> {
  const project = await db.project.findUnique({
    where: { id: projectId },
    select: { id: true, slug: true, name: true },
  })
  if (!project) throw notFound('project')
  return { actor: { kind: 'system', name, project }, db, now, requestId: uuid(), project, role: null }
}

/** How an actor is named on record. */
export function actorName(actor: Actor): string {
  if (actor.kind === 'user') return actor.name
  if (actor.kind === 'key') return actor.person ? `${actor.name} for ${actor.person.name}` : `key ${actor.name}`
  return actor.kind === 'system' ? actor.name : 'anonymous'
}

/** The person who asks, or null for keys, jobs and strangers. */
export function personOf(actor: Actor): { userId: string; name: string } | null {
  return actor.kind === 'user' ? actor : null
}
