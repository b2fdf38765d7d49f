import { v7 as uuid } from 'uuid'
import type { Tx } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { insertRows } from '@/lib/db/rows'
import { type Actor, actorName, type Origin, type ProjectContext } from './context'
import { announce } from './live/announce'

type Json = Prisma.InputJsonValue
/** What has to be known of a context to put something on record. */
export type Recorder = Pick<ProjectContext, 'actor' | 'now' | 'origin'> & { project: { id: string } }

type Entry = { subject: string; before: Json | null; after: Json | null; evidenceDigest?: string | undefined }

/** Who did it, and from where. */
export type Signature = {
  actor: string
  actorKind: Actor['kind']
  actorId: string | null
  via: Origin['via'] | null
  address: string | null
}

/** `id`: where others name the event before it is there. */
export type NewEvent = Entry & Signature & { id?: string; projectId: string; action: string; at: Date }

/**
 * Appends one audit event in the caller's transaction. `subject` reads `noun:id`; `evidenceDigest` is of what a decision
 * was taken on. The event gets its place in the project's chain as the transaction commits.
 */
export function audit(
  tx: Tx,
  ctx: Recorder,
  action: string,
  subject: string,
  before: Json | null,
  after: Json | null,
  evidenceDigest?: string,
): Promise<void> {
  return auditAll(tx, ctx, action, [{ subject, before, after, evidenceDigest }])
}

/** Appends an audit event for each subject of one action. */
export function auditAll(tx: Tx, ctx: Recorder, action: string, entries: readonly Entry[]): Promise<void> {
  const common = { ...signatureOf(ctx), projectId: ctx.project.id, action, at: ctx.now() }
  return appendEvents(
    tx,
    entries.map((entry) => ({ ...entry, ...common })),
  )
}

/** Appends events as they are, in this order, and tells the open pages of their projects. */
export async function appendEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({ ...event, id: event.id ?? uuid() }))
  await tx.$executeRaw(insertRows('auditEvent', rows))
  const projects = new Set(events.map(({ projectId }) => projectId))
  await announce(tx, ...[...projects].map((project) => ({ project, topic: 'audit' as const })))
}

/** What an event says of who acts in this context. */
export function signatureOf({ actor, origin }: Pick<Recorder, 'actor' | 'origin'>): Signature {
  if (actor.kind === 'system') return signatureOfDesk(actor.name)
  return {
    actor: actorName(actor),
    actorKind: actor.kind,
    actorId: actor.kind === 'user' ? actor.userId : actor.kind === 'key' ? actor.keyId : null,
    via: origin?.via ?? null,
    address: origin?.address ?? null,
  }
}

/** What an event says when the desk acts by itself. */
export function signatureOfDesk(name: string): Signature {
  return { actor: name, actorKind: 'system', actorId: null, via: 'job', address: null }
}
