import { v7 as uuid } from 'uuid'
import type { Tx } from '@/lib/db/client'
import { capital } from '@/lib/presentation/format/text'
import { audit, type Recorder } from '../audit'
import { actorName, personOf } from '../context'
import { announce } from '../live/changes'
import { notify } from '../notifications/notify'
import type { VersionState } from '../versions/serving'
import type { Evidence } from './evidence'
import { eligible, recipients, toNotice } from './notify'
import { openGateIfRegressed } from './open-automatic'
import { moveVersion, recordOutcome } from './outcome'
import { addSignals, VERDICT_VALUE } from './signals'
import type { GateChange } from './state'

/** Applies the effects of the vote that decided a gate. */
export async function closeGate(
  tx: Tx,
  ctx: Recorder,
  { gate, gateState, event, now }: GateChange<'voted'>,
  seen: Evidence,
): Promise<void> {
  const { evidence, digest } = seen
  const { verdict } = event
  const reason = event.reason || null
  const by = actorName(ctx.actor)
  const userId = personOf(ctx.actor)?.userId ?? null
  const decisionId = uuid()
  const value = VERDICT_VALUE[verdict]
  const isApproved = verdict === 'approved'
  const mover = { kind: isApproved ? ('approved' as const) : ('rolled_back' as const), by, reason, at: now }
  const move = await moveVersion(tx, gate, isApproved ? publish : () => 'rolled_back', mover)
  const { projectId } = gate
  const moved = await addSignals(tx, seen, value, { projectId, decisionId, by, userId, comment: reason, now })
  await recordOutcome(tx, gate, {
    decision: { id: decisionId, kind: `gate_${verdict}`, verdict, value, reason, userId, decidedAt: now },
    evidence,
    digest,
    move,
    moved,
  })
  const notified = recipients({ gate, gateState }, userId)
  const text = `${capital(verdict)} by ${by}: ${gate.title}`
  await notify(tx, projectId, [toNotice(gate, 'gate_decided', text, notified)], now)
  await announce(tx, { project: projectId, topic: 'runs' })
  await audit(tx, ctx, `gate.${verdict}`, {
    subject: `gate:${gate.id}`,
    before: { state: 'pending', ...move?.before },
    after: { state: verdict, ...(reason && { reason }), ...move?.after },
    evidenceDigest: digest,
  })
  await openGateIfRegressed(tx, gate, move, now)
}

/** Approval leaves a superseded version as it is, and publishes any other. */
const publish = (state: VersionState): VersionState => (state === 'superseded' ? state : 'live')

/** Applies the effects of a passed deadline: the version halts, nothing is approved, and no run gets a signal. */
export async function haltVersion(
  tx: Tx,
  ctx: Recorder,
  { gate, gateState, now }: GateChange<'timed_out'>,
  { evidence, digest }: Evidence,
): Promise<void> {
  const move = await moveVersion(tx, gate, halt, { kind: 'halted', by: 'Deadline', reason: null, at: now })
  await recordOutcome(tx, gate, {
    decision: {
      id: uuid(),
      kind: 'gate_timed_out',
      verdict: 'timed_out',
      value: null,
      reason: null,
      userId: null,
      decidedAt: now,
    },
    evidence,
    digest,
    move,
    moved: { runs: [], recomputed: [] },
  })
  const notified = new Set([...eligible(gateState), ...recipients({ gate, gateState }, null)])
  const notice = toNotice(gate, 'gate_timed_out', `Timed out, not approved: ${gate.title}`, notified)
  await notify(tx, gate.projectId, [notice], now)
  const after = { state: 'timed_out', ...move?.after }
  await audit(tx, ctx, 'gate.timed_out', {
    subject: `gate:${gate.id}`,
    before: { state: 'pending' },
    after,
    evidenceDigest: digest,
  })
  await openGateIfRegressed(tx, gate, move, now)
}

const halt = (state: VersionState): VersionState => (state === 'live' || state === 'candidate' ? 'halted' : state)
