import { v7 as uuid } from 'uuid'
import type { Tx } from '@/lib/db/client'
import { audit, type Recorder } from '../audit'
import { actorName, personOf } from '../context'
import { announce } from '../live/announce'
import { notify } from '../notifications/notify'
import { askAboutServed } from './ask-about-served'
import type { VersionState } from './chain-versions'
import type { GateChange } from './gate-change'
import { giveSignals, VERDICT_VALUE } from './gate-signals'
import type { Evidence } from './load-evidence'
import { recordOutcome } from './record-outcome'
import { concernedBy, toNotice } from './tell-people'
import { moveVersion } from './version-state'

/** What follows from the vote that decided a gate. */
export async function closeGate(
  tx: Tx,
  ctx: Recorder,
  { gate, standing, event, now }: GateChange<'voted'>,
  { evidence, digest }: Evidence,
): Promise<void> {
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
  const moved = await giveSignals(tx, evidence, value, { projectId, decisionId, by, comment: reason, now })
  await recordOutcome(tx, gate, {
    decision: { id: decisionId, kind: `gate_${verdict}`, verdict, value, reason, userId, decidedAt: now },
    evidence,
    digest,
    move,
    moved,
  })
  const told = concernedBy(standing, userId)
  await notify(tx, projectId, [toNotice(gate, 'gate_decided', `${by} ${verdict} it: ${gate.title}`, told)], now)
  await announce(tx, { project: projectId, topic: 'runs' })
  await audit(
    tx,
    ctx,
    `gate.${verdict}`,
    `gate:${gate.id}`,
    { state: 'pending', ...move?.before },
    { state: verdict, ...(reason && { reason }), ...move?.after },
    digest,
  )
  await askAboutServed(tx, gate, move, now)
}

/** Approval keeps what is published, and publishes what was held or taken back. */
const publish = (state: VersionState): VersionState => (state === 'superseded' ? state : 'live')
