import type { Role } from '@/lib/contracts/projects'
import type { Db, Tx } from '@/lib/db/client'

export type ProjectRef = { id: string; slug: string; name: string }

/** Who asks. Only a `user` can ever decide. */
export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'user'; userId: string; name: string; email: string }
  | { kind: 'key'; keyId: string; name: string; scopes: readonly string[]; project: ProjectRef }
  | { kind: 'system'; name: string; project: ProjectRef }

/** What an operation gets from outside: actor, database, clock, and the project named in the address. */
export type Context = {
  actor: Actor
  db: Db
  now: () => Date
  requestId: string
  projectSlug?: string | undefined
}

export type ProjectContext = Context & { project: ProjectRef; role: Role | null }

/** Runs `work` in one transaction. */
export function inTransaction<T>(ctx: Pick<Context, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.db.$transaction(work)
}

/** How an actor is named on record. */
export function actorName(actor: Actor): string {
  if (actor.kind === 'user') return actor.name
  if (actor.kind === 'key') return `key ${actor.name}`
  return actor.kind === 'system' ? actor.name : 'anonymous'
}

/** The person who asks, or null for keys, jobs and strangers. */
export function personOf(actor: Actor): { userId: string; name: string } | null {
  return actor.kind === 'user' ? actor : null
}
