import { v7 as uuid } from 'uuid'
import type { Role } from '@/lib/contracts/projects'
import { type Db, getDb, type Tx } from '@/lib/db/client'
import { notFound } from './errors'

/** `deletesAt`: when a project that is scheduled for deletion is removed; until then it is read-only. */
export type ProjectRef = { id: string; slug: string; name: string; deletesAt?: Date | null }

/** The Prisma selection for a {@link ProjectRef}. */
export const projectRef = { id: true, slug: true, name: true, deletesAt: true } as const

/** The caller. Only a `user` can ever decide: a key that acts for a `person`, such as that of a connected app, is still a key. */
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
 * Where a request came from. `address` is the client address as the nearest proxy or this server saw it, null if neither did. Over REST,
 * that a key is used by the command line or by MCP is only claimed by the client.
 */
export type Origin = { address: string | null; via: 'browser' | 'api' | 'mcp' | 'cli' | 'job' }

export type Membership = { project: ProjectRef; role: Role }

/** The inputs of an operation: actor, database, clock, and the project named in the address. */
export type Context = {
  actor: Actor
  db: Db
  now: () => Date
  requestId: string
  projectSlug?: string | undefined
  /** Omitted by read-only callers. */
  origin?: Origin | undefined
  /** Set by a page, whose operations share one look-up of the person's membership. */
  findMembership?: (db: Db, projectSlug: string, userId: string) => Promise<Membership | null>
  /** Aborted when the caller disconnects, so that nothing keeps waiting for it. */
  signal?: AbortSignal | undefined
}

/** Creates the context of one request with this process's database and clock. */
export function createContext(
  actor: Actor,
  request: Pick<Context, 'requestId' | 'projectSlug' | 'signal' | 'origin'>,
): Context {
  return { actor, db: getDb(), now: () => new Date(), ...request }
}

/**
 * `assertStill` checks a person's role again inside a transaction and locks it until the end, so that a role that is revoked during the
 * request no longer permits a change.
 */
export type ProjectContext = Context & {
  project: ProjectRef
  role: Role | null
  assertStill?: ((tx: Tx) => Promise<void>) | undefined
}

/**
 * Creates the context of a background job on a project; `name` is the actor's name in the audit log.
 * @throws not_found when the project no longer exists
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

/** The time zone in which the dates of the project are shown. */
export async function loadTimeZone({ db, project }: Pick<ProjectContext, 'db' | 'project'>): Promise<string> {
  const { timeZone } = await db.project.findUniqueOrThrow({ where: { id: project.id }, select: { timeZone: true } })
  return timeZone
}

/** The actor's name as stored in records. */
export function actorName(actor: Actor): string {
  if (actor.kind === 'user') return actor.name
  if (actor.kind === 'key') return actor.person ? `${actor.name} for ${actor.person.name}` : `key ${actor.name}`
  return actor.kind === 'system' ? actor.name : 'anonymous'
}

/** Returns the signed-in person, or null for keys, jobs and anonymous callers. */
export function personOf(actor: Actor): { userId: string; name: string } | null {
  return actor.kind === 'user' ? actor : null
}
