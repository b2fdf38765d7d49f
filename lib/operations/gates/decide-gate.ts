import { decideGate as decideContract } from '@/lib/contracts/gates'
import type { Tx } from '@/lib/db/client'
import { applyGateEvent } from '@/lib/engine/gate-states/apply-gate-event'
import { audit } from '../audit'
import { inTransaction, type ProjectContext, personOf } from '../context'
import { AppError } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { closeGate, type Vote } from './close-gate'
import { loadGateRow } from './gate-row'
import { loadStanding } from './gate-standing'
import { loadEvidence } from './load-evidence'
import type { StoredGate } from './load-gate'
import { lockGate } from './lock-gate'
import { recordEvent } from './record-event'
import { refusalError } from './refusal-error'
import { timeOutGateIn } from './time-out-gates'
import { toGateDetail } from './to-gate-detail'

/**
 * A person's yes or no: one vote. The gate is held meanwhile, so that votes are counted one after the other and exactly
 * one outcome stands; everything that follows from it commits with it or not at all.
 */
export const decideGate = operation(decideContract, async (ctx, { gateId, reason, ...input }) => {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('forbidden', 'agents and API keys never decide: a person does, in the browser')
  const isInTime = await inTransaction(ctx, async (tx) => {
    const gate = await lockGate(tx, ctx.project.id, gateId)
    return vote(tx, ctx, gate, { ...input, person, reason: reason ?? null })
  })
  if (!isInTime) throw new AppError('deadline_passed', 'the deadline passed before this decision; nothing was approved')
  return toGateDetail(ctx, gateId)
})

/** False when the deadline had passed: the gate is then timed out instead, in this same transaction. */
async function vote(tx: Tx, ctx: ProjectContext, gate: StoredGate, given: Vote): Promise<boolean> {
  const now = ctx.now()
  if (gate.state !== 'pending') throw await closedError(tx, gate)
  if (gate.deadlineAt <= now) {
    await timeOutGateIn(tx, { projectId: gate.projectId, gateId: gate.id }, now)
    return false
  }
  const { person, verdict, reason, evidenceDigest } = given
  const evidence = await loadEvidence(tx, gate)
  const standing = await loadStanding(tx, gate, { now, evidence })
  const step = applyGateEvent(
    standing.status,
    {
      kind: 'voted',
      by: { kind: 'person', id: person.userId },
      verdict,
      digest: evidenceDigest,
      reason: reason ?? '',
    },
    standing.facts,
  )
  if (!step.ok) throw refusalError(step.refusal, ctx, standing)
  await recordEvent(tx, gate, {
    kind: 'voted',
    by: person.name,
    userId: person.userId,
    at: now,
    verdict,
    reason,
    evidenceDigest,
  })
  if (step.status.state !== 'pending') await closeGate(tx, ctx, gate, { vote: given, evidence, standing, now })
  else {
    await audit(tx, ctx, 'gate.voted', `gate:${gate.id}`, null, { verdict, reason }, evidenceDigest)
    await announce(tx, { project: gate.projectId, topic: 'gate', id: gate.id })
  }
  return true
}

async function closedError(tx: Tx, { projectId, id }: StoredGate): Promise<AppError> {
  const row = await loadGateRow(tx, projectId, id)
  if (row.state === 'timed_out')
    return new AppError('deadline_passed', `the deadline passed at ${row.deadlineAt}; nothing was approved`)
  return new AppError('already_decided', `${row.decidedBy ?? 'someone'} ${row.state} it at ${row.decidedAt}`)
}
