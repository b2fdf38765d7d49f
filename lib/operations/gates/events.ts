import { v7 as uuid } from 'uuid'
import { type GateEventView, gateEvent } from '@/lib/contracts/gates'
import { isRecord } from '@/lib/contracts/is-record'
import type { Tx } from '@/lib/db/client'
import { type GateEvent, Prisma } from '@/lib/db/generated/client'
import type { Recorder } from '../audit'
import { actorName, personOf } from '../context'
import { type GateChange, nameOfOwner } from './state'

type NewEvent = {
  kind: GateEventView['kind']
  verdict?: 'approved' | 'rejected'
  reason?: string | null
  evidenceDigest?: string
  before?: Prisma.InputJsonValue
  after?: Prisma.InputJsonValue
}

/** Appends the gate events of a change. Time-outs and undos have none: they are recorded as decisions. */
export async function recordEvents(tx: Tx, { actor }: Recorder, change: GateChange): Promise<void> {
  const { gate, now } = change
  const by = { by: actorName(actor), userId: personOf(actor)?.userId ?? null, at: now }
  for (const { before, after, ...event } of toEvents(change))
    await tx.gateEvent.create({
      data: {
        ...by,
        ...event,
        projectId: gate.projectId,
        gateId: gate.id,
        id: uuid(),
        before: before ?? Prisma.DbNull,
        after: after ?? Prisma.DbNull,
      },
    })
}

function toEvents(change: GateChange): NewEvent[] {
  const { gateState, event, after } = change
  switch (event.kind) {
    case 'voted':
      return [{ kind: 'voted', verdict: event.verdict, reason: event.reason || null, evidenceDigest: event.digest }]
    case 'assigned':
      return [{ kind: 'assigned', ...ownersOf(change) }]
    case 'escalated':
      return [{ kind: 'escalated', reason: event.reason, ...ownersOf(change) }]
    case 'extended': {
      const [was, is] = [gateState.status.deadlineAt, after.deadlineAt].map((ms) => new Date(ms).toISOString())
      return [{ kind: 'extended', reason: event.reason, before: { deadlineAt: was }, after: { deadlineAt: is } }]
    }
    case 'warned':
      return gateState.status.escalatedTo === 'admins'
        ? [{ kind: 'warned' }]
        : [{ kind: 'warned' }, { kind: 'escalated', ...ownersOf(change) }]
    case 'timed_out':
    case 'reversed':
      return []
  }
}

const ownersOf = ({ gateState, after }: GateChange) => ({
  before: { owner: nameOfOwner(gateState, gateState.status) },
  after: { owner: nameOfOwner(gateState, after) },
})

/** Maps a stored gate event to the API's view of it. */
export function toEventView({ before, after, at, ...row }: GateEvent): GateEventView {
  return gateEvent.parse({
    id: row.id,
    kind: row.kind,
    by: row.by,
    at: at.toISOString(),
    reason: row.reason,
    verdict: row.verdict,
    deadline: row.kind === 'extended' ? change(before, after, 'deadlineAt') : null,
    owner: row.kind === 'assigned' || row.kind === 'escalated' ? change(before, after, 'owner') : null,
  })
}

function change(before: unknown, after: unknown, key: string) {
  return { before: textOf(before, key), after: textOf(after, key) }
}

function textOf(side: unknown, key: string): string | null {
  const value = isRecord(side) ? side[key] : null
  return typeof value === 'string' ? value : null
}
