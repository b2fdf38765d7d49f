import { v7 as uuid } from 'uuid'
import { versionStates } from '@/lib/contracts/chains'
import { undoGate as undoContract } from '@/lib/contracts/gates'
import type { Tx } from '@/lib/db/client'
import type { Decision } from '@/lib/db/generated/client'
import { applyGateEvent } from '@/lib/engine/gate-states/apply-gate-event'
import { audit } from '../audit'
import { inTransaction, type ProjectContext, personOf } from '../context'
import { AppError, notFound } from '../errors'
import { notify } from '../notifications/notify'
import { operation } from '../operation'
import { emitOutcome } from '../webhooks/emit-gates'
import { askAboutServed } from './ask-about-served'
import type { VersionState } from './chain-versions'
import { announceDecision } from './close-gate'
import { findDependent } from './find-dependent'
import { retractSignals } from './gate-signals'
import { loadStanding, type Standing } from './gate-standing'
import type { StoredGate } from './load-gate'
import { lockGate } from './lock-gate'
import { sidesOf, toEffect } from './record-outcome'
import { refusalError } from './refusal-error'
import { concernedBy, toNotice } from './tell-people'
import { toGateDetail } from './to-gate-detail'
import { moveVersion } from './version-state'

type Person = { userId: string; name: string }

/**
 * Takes a decision back, while nothing newer stands on it: its signals no longer count and the version returns to the
 * state it had. The gate stays closed and both events stay on record.
 */
export const undoGate = operation(undoContract, async (ctx, { gateId, reason }) => {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('forbidden', 'only a person takes a decision back')
  await inTransaction(ctx, (tx) => undo(tx, ctx, person, gateId, reason))
  return toGateDetail(ctx, gateId)
})

async function undo(tx: Tx, ctx: ProjectContext, person: Person, gateId: string, reason: string): Promise<void> {
  const now = ctx.now()
  const gate = await lockGate(tx, ctx.project.id, gateId)
  // Another decision on the chain's versions comes before or after this, not in between.
  await tx.$queryRaw`SELECT 1 FROM chain WHERE project_id = ${gate.projectId}::uuid AND id = ${gate.chainId}::uuid FOR NO KEY UPDATE`
  const standing = await loadStanding(tx, gate, { now, dependent: await findDependent(tx, gate) })
  refuseUnlessReversible(ctx, standing, person, reason)
  const decision = await standingDecision(tx, gate)
  const undoId = uuid()
  const mover = { kind: 'restored' as const, by: person.name, reason, at: now }
  const move = await moveVersion(tx, gate, restorer(decision), mover)
  const runIds = gate.effect?.runs.map((run) => run.runId) ?? []
  const moved = await retractSignals(tx, decision.id, runIds, {
    projectId: gate.projectId,
    decisionId: undoId,
    by: person.name,
    comment: reason,
    now,
  })
  const effect = toEffect(move, moved)
  const { before, after } = sidesOf(gate, move, moved)
  await tx.decision.create({
    data: {
      projectId: gate.projectId,
      id: undoId,
      kind: 'gate_undone',
      gateId,
      runId: gate.runId,
      undoes: decision.id,
      userId: person.userId,
      verdict: 'undone',
      reason,
      before,
      after: { ...after, effect },
      decidedAt: now,
    },
  })
  await audit(
    tx,
    ctx,
    'gate.undone',
    `gate:${gateId}`,
    { state: gate.state, ...move?.before },
    { ...move?.after, reason },
  )
  const text = `${person.name} took the decision back: ${gate.title}`
  const told = concernedBy(standing, person.userId)
  if (gate.decidedById !== null && gate.decidedById !== person.userId) told.add(gate.decidedById)
  await notify(tx, gate.projectId, [toNotice(gate, 'gate_reversed', text, told)], now)
  await emitOutcome(tx, gate, 'reversed', move?.after ?? null, { name: person.name, reason, at: now })
  await announceDecision(tx, gate)
  await askAboutServed(tx, gate, move, now)
}

function refuseUnlessReversible(ctx: ProjectContext, standing: Standing, person: Person, reason: string): void {
  const event = { kind: 'reversed', by: { kind: 'person', id: person.userId }, reason } as const
  const step = applyGateEvent(standing.status, event, standing.facts)
  if (!step.ok) throw refusalError(step.refusal, ctx, standing)
}

async function standingDecision(tx: Tx, { projectId, id }: StoredGate): Promise<Decision> {
  const decision = await tx.decision.findFirst({
    where: { projectId, gateId: id, kind: { in: ['gate_approved', 'gate_rejected'] } },
  })
  if (!decision) throw notFound('decision')
  return decision
}

/** Back to the state before the decision, where the version is still as the decision left it. */
function restorer(decision: Decision): (state: VersionState) => VersionState {
  const { versionState: was } = readSide(decision.before)
  const { versionState: left } = readSide(decision.after)
  return (state) => (was !== undefined && state === left ? was : state)
}

function readSide(side: unknown): { versionState: VersionState | undefined } {
  const state = typeof side === 'object' && side !== null && 'versionState' in side ? side.versionState : undefined
  return { versionState: versionStates.find((known) => known === state) }
}
