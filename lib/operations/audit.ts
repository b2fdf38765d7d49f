import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Tx } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { insertRows, toStorableJson } from '@/lib/db/rows'
import { atEnd } from '@/lib/db/transaction'
import { CHAIN_START, type ChainEnd, hashEvent } from '@/lib/engine/audit/check-chain'
import { type Actor, actorName, type Origin, type ProjectContext } from './context'
import { announce } from './live/changes'

type Json = Prisma.InputJsonValue
/** The part of a context that an audit event needs. */
export type Recorder = Pick<ProjectContext, 'actor' | 'now' | 'origin'> & { project: { id: string } }

/**
 * What an event is about, `noun:id`, and its state before and after; absent where it did not exist. `evidenceDigest` is the digest of the
 * evidence that a decision was based on.
 */
export type Entry = { subject: string; before?: Json | null; after?: Json | null; evidenceDigest?: string | undefined }

/** The actor of an event, and where the request came from. */
export type Signature = {
  actor: string
  actorKind: Actor['kind']
  actorId: string | null
  via: Origin['via'] | null
  address: string | null
}

/** `id` is set when other rows refer to the event before it is inserted. */
export type NewEvent = Entry & Signature & { id?: string; projectId: string; action: string; at: Date }

/** Appends one audit event in the caller's transaction; it is linked into the project's hash chain at the end of the transaction. */
export function audit(tx: Tx, ctx: Recorder, action: string, entry: Entry): Promise<void> {
  return auditAll(tx, ctx, action, [entry])
}

/** Appends one audit event per subject of the same action. */
export function auditAll(tx: Tx, ctx: Recorder, action: string, entries: readonly Entry[]): Promise<void> {
  const common = { ...signatureOf(ctx), projectId: ctx.project.id, action, at: ctx.now() }
  return appendEvents(
    tx,
    entries.map((entry) => ({ ...entry, ...common })),
  )
}

/** Appends events unchanged and in this order, and notifies the open pages of their projects. */
export async function appendEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  atEnd(tx, linkEvents, events, { isLast: true })
  const projects = new Set(events.map(({ projectId }) => projectId))
  await announce(tx, ...[...projects].map((project) => ({ project, topic: 'audit' as const })))
}

/** Links each event into its project's hash chain. Projects are locked in sorted order, so that two transactions cannot deadlock. */
async function linkEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const projects = [...new Set(events.map(({ projectId }) => projectId))].sort()
  for (const project of projects)
    await linkProject(
      tx,
      project,
      events.filter(({ projectId }) => projectId === project),
    )
}

async function linkProject(tx: Tx, projectId: string, events: readonly NewEvent[]): Promise<void> {
  let end = await lockHead(tx, projectId)
  const rows = events.map((event) => {
    const linked = link(end, event)
    end = linked
    return linked
  })
  await tx.$executeRaw(insertRows('auditEvent', rows))
  await tx.$executeRaw`UPDATE audit_head SET seq = ${end.seq}, hash = ${end.hash} WHERE project_id = ${projectId}::uuid`
}

/** Returns the end of a project's hash chain and locks it until the transaction ends. */
async function lockHead(tx: Tx, projectId: string): Promise<ChainEnd> {
  const [head] = await selectHead(tx, projectId)
  if (head) return head
  await tx.$executeRaw(insertRows('auditHead', [{ projectId, ...CHAIN_START }], 'ON CONFLICT DO NOTHING'))
  const [made] = await selectHead(tx, projectId)
  if (!made) throw new Error(`the audit log of project ${projectId} has no end to go on from`)
  return made
}

function selectHead(tx: Tx, projectId: string): Promise<ChainEnd[]> {
  return tx.$queryRaw<ChainEnd[]>`SELECT seq, hash FROM audit_head WHERE project_id = ${projectId}::uuid FOR UPDATE`
}

/** Hashes the row as it will be read back: characters that the database cannot store are removed first. */
function link(end: ChainEnd, event: NewEvent) {
  const { projectId, at, actorKind, actorId, actor, via, address, action, subject, before = null, after = null } = event
  const content = { id: event.id ?? uuid(), projectId, at, actorKind, actorId, actor, via, address, action, subject }
  const place = { evidenceDigest: event.evidenceDigest ?? null, seq: end.seq + 1, prevHash: end.hash }
  const row: typeof content & typeof place = JSON.parse(toStorableJson({ ...content, before, after, ...place }))
  return { ...row, hash: hashEvent({ ...row, hash: '' }, sha256) }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns the actor fields of an event for the actor of this context. */
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

/** Returns the actor fields of an event for Veritas' own actions. */
export function signatureOfDesk(name: string): Signature {
  return { actor: name, actorKind: 'system', actorId: null, via: 'job', address: null }
}
