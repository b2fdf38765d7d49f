import type { Db, Tx } from '@/lib/db/client'
import { applyGateEvent } from '@/lib/engine/gate-states/apply-gate-event'
import { audit } from '../audit'
import { announce } from '../live/announce'
import { adminIds } from '../members/admins'
import { notify } from '../notifications/notify'
import { emitWarning } from '../webhooks/emit-gates'
import { deadlineContext } from './deadline-context'
import { loadStanding, type Standing } from './gate-standing'
import type { StoredGate } from './load-gate'
import { lockGate } from './lock-gate'
import { recordEvent } from './record-event'
import { eligible, toNotice } from './tell-people'

type GateKey = { projectId: string; gateId: string }

const SWEEP_LIMIT = 200

/** Warns of every gate whose hour to warn has come, in every project; returns of how many. */
export async function warnDueGates(db: Db, now: Date): Promise<number> {
  const due = await db.$queryRaw<GateKey[]>`
    SELECT project_id AS "projectId", id AS "gateId" FROM gate
    WHERE state = 'pending' AND warned_at IS NULL AND warn_at <= ${now} AND deadline_at > ${now}
    ORDER BY deadline_at LIMIT ${SWEEP_LIMIT}`
  let count = 0
  for (const gate of due) if (await warnGate(db, gate, now)) count++
  return count
}

/** Warns of one gate if it is pending and a quarter of its time is left, once for each deadline; returns whether it did. */
export function warnGate(db: Db, gate: GateKey, now: Date): Promise<boolean> {
  return db.$transaction((tx) => warnGateIn(tx, gate, now))
}

async function warnGateIn(tx: Tx, { projectId, gateId }: GateKey, now: Date): Promise<boolean> {
  const gate = await lockGate(tx, projectId, gateId)
  if (gate.warnAt > now) return false
  const standing = await loadStanding(tx, gate, { now })
  const warned = applyGateEvent(standing.status, { kind: 'warned', by: { kind: 'job' } }, standing.facts)
  if (!warned.ok) return false
  await recordEvent(tx, gate, { kind: 'warned', by: 'Deadline', userId: null, at: now })
  await escalate(tx, gate, standing, now)
  const ctx = await deadlineContext(tx, projectId, now)
  await tellOfWarning(tx, gate, standing, now)
  await emitWarning(tx, gate, now)
  await announce(tx, { project: projectId, topic: 'gate', id: gateId })
  const deadlineAt = gate.deadlineAt.toISOString()
  await audit(tx, ctx, 'gate.warned', `gate:${gateId}`, null, { deadlineAt, escalatedTo: 'admins' })
  return true
}

/** By time a gate moves to the admins: whoever had it has let three quarters of the time pass. */
async function escalate(tx: Tx, gate: StoredGate, { status, deciders }: Standing, now: Date): Promise<void> {
  const where = { projectId_id: { projectId: gate.projectId, id: gate.id } }
  await tx.gate.update({ where, data: { warnedAt: now, ownerId: null, escalatedTo: 'admins' } })
  if (status.escalatedTo === 'admins') return
  const before = deciders.people.find((person) => person.userId === status.ownerId)?.name ?? null
  await recordEvent(tx, gate, {
    kind: 'escalated',
    by: 'Deadline',
    userId: null,
    at: now,
    before: { owner: before },
    after: { owner: 'the admins' },
  })
}

async function tellOfWarning(tx: Tx, gate: StoredGate, standing: Standing, now: Date): Promise<void> {
  const userIds = new Set([...eligible(standing), ...(await adminIds(tx, gate.projectId))])
  if (standing.status.ownerId !== null) userIds.add(standing.status.ownerId)
  const notice = toNotice(gate, 'gate_warning', `A quarter of the time is left to decide: ${gate.title}`, userIds)
  await notify(tx, gate.projectId, [notice], now)
}
