import type { Tx } from '@/lib/db/client'
import { applyGateEvent } from '@/lib/engine/gate-states/apply-gate-event'
import type { GateEvent, GateRefusal, GateStatus } from '@/lib/engine/gate-states/gate-status'
import type { Recorder } from '../audit'
import { personOf } from '../context'
import type { AppError } from '../errors'
import { announce } from '../live/changes'
import { holdMember } from '../members/members'
import { refreshReviewItems } from '../runs/review-items'
import { lockChain } from '../versions/store'
import { closeGate, haltVersion } from './close'
import { recordEvents } from './events'
import { type Evidence, loadEvidence } from './evidence'
import { blockJoins } from './joined-runs'
import { afterExtension, afterMove, afterVote, afterWarning } from './notify'
import { gateActorOf, refusalError } from './permissions'
import { type GateChange, type GateState, loadGateState, withEvidence } from './state'
import { findDependent, loadGate, type StoredGate } from './store'
import { undoDecision } from './undo'

/**
 * Applies one event to a gate: locks it, checks the event against the state machine, and writes the new state with its record
 * and effects. The only way to change a gate. Returns the refusal (nothing has changed then), or null.
 */
export async function changeGate(
  tx: Tx,
  given: Recorder,
  gateId: string,
  action: GateAction,
  readEvidence = loadEvidence,
): Promise<Refused | null> {
  const now = given.now()
  const ctx = { ...given, now: () => now }
  if (action.kind === 'assigned' || action.kind === 'escalated') await holdMember(tx, ctx.project.id, action.to)
  const gate = await lockGate(tx, ctx.project.id, gateId)
  if (action.kind === 'reversed') await lockChain(tx, gate.projectId, gate.chainId)
  const dependent = action.kind === 'reversed' ? await findDependent(tx, gate) : null
  let gateState = await loadGateState(tx, gate, { now, dependent })
  const event: GateEvent = { ...action, by: gateActorOf(ctx.actor) }
  let evidence: Evidence | undefined
  if (event.kind === 'voted') {
    // Refusals that do not depend on the evidence, of a closed gate or a missing right, are returned before it is loaded.
    const early = tryEvent({ ...event, digest: gateState.facts.digest }, gateState)
    if ('error' in early) return early
    evidence = await readEvidence(tx, gate)
    gateState = withEvidence(gateState, evidence)
  }
  const answer = tryEvent(event, gateState)
  if ('error' in answer) return answer
  const change = { gate, gateState, event, after: answer.after, now }
  await store(tx, ctx, change)
  await recordEvents(tx, ctx, change)
  await announce(tx, { project: gate.projectId, topic: 'gate', id: gate.id })
  await follow(tx, ctx, change, async () => evidence ?? readEvidence(tx, gate))
  if (answer.after.state !== gateState.status.state) await refreshReviews(tx, gate)
  return null
}

/** Refreshes the review items of the gate's runs, which no longer wait for its decision. */
async function refreshReviews(tx: Tx, { projectId, id: gateId, runId }: StoredGate): Promise<void> {
  if (runId === null) return
  const joined = await tx.gateRun.findMany({ where: { projectId, gateId }, select: { runId: true } })
  await refreshReviewItems(tx, projectId, [{ runId }, ...joined])
}

function tryEvent(event: GateEvent, gateState: GateState): Refused | { after: GateStatus } {
  const step = applyGateEvent(gateState.status, event, gateState.facts)
  if (step.ok) return { after: step.status }
  const target = event.kind === 'escalated' ? 'to' : 'userId'
  return { refusal: step.refusal, error: refusalError(step.refusal, gateState, target) }
}

/** Locks the gate until the transaction ends, so that events on one gate are serialized. @throws not_found */
async function lockGate(tx: Tx, projectId: string, gateId: string): Promise<StoredGate> {
  await blockJoins(tx, gateId)
  await tx.$queryRaw`SELECT 1 FROM gate WHERE project_id = ${projectId}::uuid AND id = ${gateId}::uuid FOR UPDATE`
  return loadGate(tx, projectId, gateId)
}

/** Writes the new state to the gate's row. An undo is not stored here: it is a decision row. */
async function store(tx: Tx, { actor }: Recorder, { gate, gateState, event, after, now }: GateChange): Promise<void> {
  const isClosed = after.state !== gateState.status.state
  const reason = 'reason' in event && event.reason !== '' ? event.reason : null
  await tx.gate.update({
    where: { projectId_id: { projectId: gate.projectId, id: gate.id } },
    data: {
      state: after.state,
      deadlineAt: new Date(after.deadlineAt),
      warnAt: new Date(after.warnAt),
      warnedAt: after.warnedAt === null ? null : new Date(after.warnedAt),
      ownerId: after.ownerId,
      escalatedTo: after.escalatedTo,
      ...(isClosed && { decidedAt: now, decidedById: personOf(actor)?.userId ?? null, reason }),
    },
  })
}

async function follow(
  tx: Tx,
  ctx: Recorder,
  { event, ...change }: GateChange,
  readEvidence: () => Promise<Evidence>,
): Promise<void> {
  switch (event.kind) {
    case 'voted':
      if (change.after.state === 'pending') return afterVote(tx, ctx, { ...change, event })
      return closeGate(tx, ctx, { ...change, event }, await readEvidence())
    case 'timed_out':
      return haltVersion(tx, ctx, { ...change, event }, await readEvidence())
    case 'reversed':
      return undoDecision(tx, ctx, { ...change, event })
    case 'assigned':
    case 'escalated':
      return afterMove(tx, ctx, { ...change, event })
    case 'extended':
      return afterExtension(tx, ctx, { ...change, event })
    case 'warned':
      return afterWarning(tx, ctx, { ...change, event })
  }
}

type Unsigned<E> = E extends unknown ? Omit<E, 'by'> : never

/** What can happen to a gate. Who did it is always the actor of the context. */
export type GateAction = Unsigned<GateEvent>

type Refused = { refusal: GateRefusal; error: AppError }
