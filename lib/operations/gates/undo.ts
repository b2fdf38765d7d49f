import { v7 as uuid } from 'uuid'
import { versionStates } from '@/lib/contracts/chains'
import { isRecord } from '@/lib/contracts/is-record'
import type { Tx } from '@/lib/db/client'
import type { Decision } from '@/lib/db/generated/client'
import { audit, type Recorder } from '../audit'
import { actorName, personOf } from '../context'
import { notFound } from '../errors'
import { announce } from '../live/changes'
import { notify } from '../notifications/notify'
import { enqueueWithdrawal } from '../queue/enqueue'
import { resumeTrials, type VersionState } from '../versions/serving'
import { emitOutcome, recipients, toNotice } from './notify'
import { checkChainAgain } from './open-automatic'
import { moveVersion, sidesOf, toEffect } from './outcome'
import { revokeSignals } from './signals'
import type { GateChange } from './state'
import { frozenEffect, type StoredGate } from './store'

/**
 * Applies the effects of an undo: the decision's signals no longer count and the version returns to its earlier state. The gate
 * stays closed, and both decisions stay on record; a new gate asks about the version that serves then, if it is worse.
 */
export async function undoDecision(
  tx: Tx,
  ctx: Recorder,
  { gate, gateState, event: { reason }, now }: GateChange<'reversed'>,
): Promise<void> {
  const by = actorName(ctx.actor)
  const userId = personOf(ctx.actor)?.userId ?? null
  const decision = await loadDecision(tx, gate)
  const undoId = uuid()
  const mover = { kind: 'restored' as const, by, reason, at: now }
  const move = await moveVersion(tx, gate, restorer(decision), mover)
  if (move && gate.decidedAt)
    await resumeTrials(tx, { projectId: gate.projectId, chainId: gate.chainId, cancelledAt: gate.decidedAt }, now)
  const runIds = frozenEffect(gate)?.runs.map((run) => run.runId) ?? []
  const moved = await revokeSignals(tx, decision.id, runIds, {
    projectId: gate.projectId,
    decisionId: undoId,
    by,
    userId: null,
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
      gateId: gate.id,
      runId: gate.runId,
      undoes: decision.id,
      userId,
      verdict: 'undone',
      reason,
      before,
      after: { ...after, effect },
      decidedAt: now,
    },
  })
  await audit(tx, ctx, 'gate.undone', {
    subject: `gate:${gate.id}`,
    before: { state: gate.state, ...move?.before },
    after: { ...move?.after, reason },
  })
  const text = `Taken back by ${by}: ${gate.title}`
  const notice = toNotice(gate, 'gate_reversed', text, recipients({ gate, gateState }, userId))
  await notify(tx, gate.projectId, [notice], now)
  await emitOutcome(tx, gate, 'reversed', move?.after ?? null, { name: by, reason, at: now })
  if (decision.kind === 'gate_rejected') await enqueueWithdrawal(tx, gate.projectId, 'gate', gate.id)
  await announce(tx, { project: gate.projectId, topic: 'runs' })
  if (move) await checkChainAgain(tx, gate, now)
}

async function loadDecision(tx: Tx, { projectId, id }: StoredGate): Promise<Decision> {
  const decision = await tx.decision.findFirst({
    where: { projectId, gateId: id, kind: { in: ['gate_approved', 'gate_rejected'] } },
  })
  if (!decision) throw notFound('decision')
  return decision
}

/** Restores the state before the decision if the version is still in the state the decision left it in. */
export function restorer(decision: Decision): (state: VersionState) => VersionState {
  const [was, left] = [stateIn(decision.before), stateIn(decision.after)]
  return (state) => (was !== undefined && state === left ? was : state)
}

function stateIn(side: unknown): VersionState | undefined {
  return versionStates.find((known) => isRecord(side) && side.versionState === known)
}
