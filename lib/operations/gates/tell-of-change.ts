import type { Tx } from '@/lib/db/client'
import { audit, type Recorder } from '../audit'
import { actorName, personOf } from '../context'
import { enqueueGateAlarms } from '../jobs/enqueue-gate-alarms'
import { adminIds } from '../members/admins'
import { notify } from '../notifications/notify'
import { emitWarning } from '../webhooks/emit-gates'
import type { GateChange } from './gate-change'
import { nameOfOwner } from './gate-standing'
import { eligible, toNotice } from './tell-people'

/** A vote that decided nothing yet. */
export async function afterVote(tx: Tx, ctx: Recorder, { gate, event }: GateChange<'voted'>): Promise<void> {
  const after = { verdict: event.verdict, reason: event.reason || null }
  await audit(tx, ctx, 'gate.voted', `gate:${gate.id}`, null, after, event.digest)
}

/** Tells who got the gate; who took it knows. */
export async function afterMove(
  tx: Tx,
  ctx: Recorder,
  { gate, standing, event, after, now }: GateChange<'assigned' | 'escalated'>,
): Promise<void> {
  const self = personOf(ctx.actor)?.userId
  const toAdmins = event.to === 'admins'
  const told = toAdmins ? await adminIds(tx, gate.projectId) : event.to === null ? [] : [event.to]
  const did = event.kind === 'assigned' ? 'gave you a gate' : `escalated a gate to ${toAdmins ? 'the admins' : 'you'}`
  const text = `${actorName(ctx.actor)} ${did}: ${gate.title}`
  const notice = toNotice(
    gate,
    'gate_assigned',
    text,
    told.filter((userId) => userId !== self),
  )
  await notify(tx, gate.projectId, [notice], now)
  const { by: _, ...move } = event
  const owner = nameOfOwner(standing, after)
  const before = { owner: nameOfOwner(standing, standing.status) }
  await audit(tx, ctx, `gate.${event.kind}`, `gate:${gate.id}`, before, { ...move, owner })
}

/** Sets the alarms anew. The old ones find nothing due. */
export async function afterExtension(
  tx: Tx,
  ctx: Recorder,
  { gate, event, after }: GateChange<'extended'>,
): Promise<void> {
  const deadlineAt = new Date(after.deadlineAt)
  const alarm = { projectId: gate.projectId, gateId: gate.id, warnAt: new Date(after.warnAt), deadlineAt }
  await enqueueGateAlarms(tx, [alarm])
  const before = { deadlineAt: gate.deadlineAt.toISOString() }
  const extended = { deadlineAt: deadlineAt.toISOString(), reason: event.reason }
  await audit(tx, ctx, 'gate.extended', `gate:${gate.id}`, before, extended)
}

/** A quarter of the time is left: who may decide, the admins, and who had it are told. */
export async function afterWarning(
  tx: Tx,
  ctx: Recorder,
  { gate, standing, now }: GateChange<'warned'>,
): Promise<void> {
  const userIds = new Set([...eligible(standing), ...(await adminIds(tx, gate.projectId))])
  if (standing.status.ownerId !== null) userIds.add(standing.status.ownerId)
  const notice = toNotice(gate, 'gate_warning', `A quarter of the time is left to decide: ${gate.title}`, userIds)
  await notify(tx, gate.projectId, [notice], now)
  await emitWarning(tx, gate, now)
  const after = { deadlineAt: gate.deadlineAt.toISOString(), escalatedTo: 'admins' }
  await audit(tx, ctx, 'gate.warned', `gate:${gate.id}`, null, after)
}
