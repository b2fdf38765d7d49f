import { v7 as uuid } from 'uuid'
import type { Tx } from '@/lib/db/client'
import { audit } from '../audit'
import type { ProjectContext } from '../context'
import { announce } from '../live/announce'
import { notify } from '../notifications/notify'
import { askAboutServed } from './ask-about-served'
import type { VersionState } from './chain-versions'
import { giveSignals, VERDICT_VALUE } from './gate-signals'
import type { Standing } from './gate-standing'
import type { Evidence } from './load-evidence'
import type { StoredGate } from './load-gate'
import { recordOutcome } from './record-outcome'
import { concernedBy, toNotice } from './tell-people'
import { moveVersion } from './version-state'

export type Vote = {
  person: { userId: string; name: string }
  verdict: 'approved' | 'rejected'
  reason: string | null
  evidenceDigest: string
}

/** `now`: when the vote was given, so that vote and outcome bear one time. */
type Closing = { vote: Vote; evidence: Evidence; standing: Standing; now: Date }

/** What follows from the vote that decided a gate. The caller holds the gate and has had the vote allowed. */
export async function closeGate(tx: Tx, ctx: ProjectContext, gate: StoredGate, closing: Closing): Promise<void> {
  const { verdict, reason, person } = closing.vote
  const { evidence, digest } = closing.evidence
  const { now } = closing
  await tx.gate.update({
    where: { projectId_id: { projectId: gate.projectId, id: gate.id } },
    data: { state: verdict, decidedAt: now, decidedById: person.userId, reason },
  })
  const decisionId = uuid()
  const value = VERDICT_VALUE[verdict]
  const isApproved = verdict === 'approved'
  const mover = {
    kind: isApproved ? ('approved' as const) : ('rolled_back' as const),
    by: person.name,
    reason,
    at: now,
  }
  const move = await moveVersion(tx, gate, isApproved ? publish : () => 'rolled_back', mover)
  const moved = await giveSignals(tx, evidence, value, {
    projectId: gate.projectId,
    decisionId,
    by: person.name,
    comment: reason,
    now,
  })
  await recordOutcome(tx, gate, {
    decision: {
      id: decisionId,
      kind: `gate_${verdict}`,
      verdict,
      value,
      reason,
      userId: person.userId,
      decidedAt: now,
    },
    evidence,
    digest,
    move,
    moved,
  })
  const text = `${person.name} ${verdict} it: ${gate.title}`
  await notify(
    tx,
    gate.projectId,
    [toNotice(gate, 'gate_decided', text, concernedBy(closing.standing, person.userId))],
    now,
  )
  await announceDecision(tx, gate)
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

/** Tells every open page what a decision on a gate, or its undoing, may have moved. */
export async function announceDecision(tx: Tx, { projectId, id }: StoredGate): Promise<void> {
  await announce(tx, { project: projectId, topic: 'gate', id }, { project: projectId, topic: 'runs' })
}
