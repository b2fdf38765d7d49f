import type { Tx } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { applyGateEvent } from '@/lib/engine/gate-states/apply-gate-event'
import type { GateEvent } from '@/lib/engine/gate-states/gate-status'
import { type ProjectContext, personOf } from '../context'
import { AppError } from '../errors'
import { announce } from '../live/announce'
import { loadStanding, type Standing } from './gate-standing'
import type { StoredGate } from './load-gate'
import { lockGate } from './lock-gate'
import { recordEvent } from './record-event'
import { refusalError } from './refusal-error'

type Move = Extract<GateEvent, { kind: 'assigned' | 'extended' | 'escalated' }>
type WithoutBy<T> = T extends unknown ? Omit<T, 'by'> : never
type Change = {
  data: Prisma.GateUpdateInput
  before: Prisma.InputJsonValue
  after: Prisma.InputJsonValue
}

/** What a person changes about a pending gate without deciding it: asked of its states, stored, on record. Returns it as it was. */
export async function changeGate(
  tx: Tx,
  ctx: ProjectContext,
  gateId: string,
  event: WithoutBy<Move>,
  toChange: (before: StoredGate, standing: Standing) => Change,
): Promise<{ gate: StoredGate; standing: Standing }> {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('forbidden', 'only a person moves a gate')
  const gate = await lockGate(tx, ctx.project.id, gateId)
  const now = ctx.now()
  const standing = await loadStanding(tx, gate, { now })
  const step = applyGateEvent(standing.status, { ...event, by: { kind: 'person', id: person.userId } }, standing.facts)
  if (!step.ok) throw refusalError(step.refusal, ctx, standing, event.kind === 'escalated' ? 'to' : 'userId')
  const { data, before, after } = toChange(gate, standing)
  await tx.gate.update({ where: { projectId_id: { projectId: gate.projectId, id: gateId } }, data })
  const reason = 'reason' in event ? event.reason : null
  await recordEvent(tx, gate, {
    kind: event.kind,
    by: person.name,
    userId: person.userId,
    at: now,
    reason,
    before,
    after,
  })
  await announce(tx, { project: gate.projectId, topic: 'gate', id: gateId })
  return { gate, standing }
}
