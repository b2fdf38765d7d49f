import { v7 as uuid } from 'uuid'
import { versionStates } from '@/lib/contracts/chains'
import { undoGate as undoContract } from '@/lib/contracts/gates'
import type { Tx } from '@/lib/db/client'
import type { Decision } from '@/lib/db/generated/client'
import { audit } from '../audit'
import { inTransaction, type ProjectContext, personOf } from '../context'
import { AppError, notFound } from '../errors'
import { operation } from '../operation'
import type { VersionState } from './chain-versions'
import { announceDecision } from './decide-gate'
import { retractSignals } from './gate-signals'
import { loadGate, type StoredGate } from './load-gate'
import { mayUndo } from './may-decide'
import { sidesOf, toEffect } from './record-outcome'
import { toGateDetail } from './to-gate-detail'
import { moveVersion } from './version-state'

type Person = { userId: string; name: string }

/**
 * Takes a decision back: its signals no longer count and the version returns to the state it had, unless a later decision
 * has moved it since. The gate stays closed and both events stay on record.
 */
export const undoGate = operation(undoContract, async (ctx, { gateId, reason }) => {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('forbidden', 'only a person takes a decision back')
  await inTransaction(ctx, (tx) => undo(tx, ctx, person, gateId, reason))
  return toGateDetail(ctx, gateId)
})

async function undo(tx: Tx, ctx: ProjectContext, person: Person, gateId: string, reason: string): Promise<void> {
  const now = ctx.now()
  await tx.$queryRaw`SELECT 1 FROM gate WHERE project_id = ${ctx.project.id}::uuid AND id = ${gateId}::uuid FOR UPDATE`
  const gate = await loadGate(tx, ctx.project.id, gateId)
  const decision = await standingDecision(tx, ctx, gate)
  const undoId = uuid()
  const move = await moveVersion(tx, gate, await restorer(tx, gate, decision))
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
  await announceDecision(tx, gate)
}

/** The decision that can be taken back. @throws forbidden, or conflict when there is none (any more). */
async function standingDecision(tx: Tx, ctx: ProjectContext, gate: StoredGate): Promise<Decision> {
  const version = await tx.chainVersion.findUniqueOrThrow({
    where: { projectId_id: { projectId: gate.projectId, id: gate.versionId } },
  })
  const decisions = await tx.decision.findMany({ where: { projectId: gate.projectId, gateId: gate.id } })
  const undone = decisions.some((row) => row.kind === 'gate_undone')
  const { allowed, why } = mayUndo(ctx, { ...gate, undone }, version)
  if (!allowed)
    throw new AppError(
      undone || gate.decidedById === null ? 'conflict' : 'forbidden',
      why ?? 'this decision is not yours to take back',
    )
  const decision = decisions.find((row) => row.kind === 'gate_approved' || row.kind === 'gate_rejected')
  if (!decision) throw notFound('decision')
  return decision
}

/** Back to the state before the decision, where the version is still as the decision left it and none came later. */
async function restorer(tx: Tx, gate: StoredGate, decision: Decision): Promise<(state: VersionState) => VersionState> {
  const later = await tx.gate.count({
    where: {
      projectId: gate.projectId,
      versionId: gate.versionId,
      runId: null,
      decidedAt: { gt: decision.decidedAt },
      id: { not: gate.id },
    },
  })
  const { versionState: was } = readSide(decision.before)
  const { versionState: left } = readSide(decision.after)
  return (state) => (later === 0 && was !== undefined && state === left ? was : state)
}

function readSide(side: unknown): { versionState: VersionState | undefined } {
  const state = typeof side === 'object' && side !== null && 'versionState' in side ? side.versionState : undefined
  return { versionState: versionStates.find((known) => known === state) }
}
