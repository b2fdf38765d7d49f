import type { Db, Tx } from '@/lib/db/client'
import type { GateEvent } from '@/lib/db/generated/client'
import type { GateFacts, GateStatus, GateVote } from '@/lib/engine/gate-states/gate-status'
import { notFound } from '../errors'
import { type Deciders, loadDeciders } from './deciders'
import type { Evidence } from './load-evidence'
import type { StoredGate } from './load-gate'

export type StoredVote = GateVote & { name: string; reason: string | null; at: Date }

/** A gate as the engine's states see it, with the rows that it was read from. */
export type Standing = {
  status: Omit<GateStatus, 'votes'> & { votes: readonly StoredVote[] }
  facts: GateFacts
  deciders: Deciders
  version: { version: string; authorId: string | null }
  events: GateEvent[]
}

/** What is known of the gate beside its rows. Without evidence no vote can be taken. */
type Seen = { now: Date; evidence?: Evidence; dependent?: string | null }

export async function loadStanding(db: Db | Tx, gate: StoredGate, seen: Seen): Promise<Standing> {
  const { projectId, id } = gate
  const version = await db.chainVersion.findUnique({ where: { projectId_id: { projectId, id: gate.versionId } } })
  if (!version) throw notFound('chain version')
  const deciders = await loadDeciders(db, projectId, gate.chainId)
  const events = await db.gateEvent.findMany({
    where: { projectId, gateId: id },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  })
  const undone = await db.decision.count({ where: { projectId, gateId: id, kind: 'gate_undone' } })
  return {
    status: { ...toTimes(gate), votes: events.flatMap(toVote), reversed: undone > 0 },
    facts: {
      now: seen.now.getTime(),
      authorities: new Set(deciders.people.map((person) => person.userId)),
      authorIds: version.authorId === null ? [] : [version.authorId],
      ...evidenceFacts(seen.evidence),
      dependent: seen.dependent ?? null,
    },
    deciders,
    version,
    events,
  }
}

/** The standing of a gate once its evidence is known as well. */
export function withEvidence({ facts, ...standing }: Standing, evidence: Evidence): Standing {
  return { ...standing, facts: { ...facts, ...evidenceFacts(evidence) } }
}

function evidenceFacts(known: Evidence | undefined) {
  return { digest: known?.digest ?? '', isRegression: known?.evidence.verdict === 'regression' }
}

function toTimes({ state, quorum, ownerId, escalatedTo, ...at }: StoredGate) {
  return {
    state,
    quorum,
    ownerId,
    escalatedTo,
    openedAt: at.openedAt.getTime(),
    deadlineAt: at.deadlineAt.getTime(),
    warnAt: at.warnAt.getTime(),
    warnedAt: at.warnedAt?.getTime() ?? null,
  }
}

function toVote({ kind, userId, verdict, evidenceDigest, by, reason, at }: GateEvent): StoredVote[] {
  if (kind !== 'voted' || userId === null || evidenceDigest === null) return []
  if (verdict !== 'approved' && verdict !== 'rejected') return []
  return [{ userId, verdict, digest: evidenceDigest, name: by, reason, at }]
}

/** Who looks after the gate, by name; null where nobody does. */
export function nameOfOwner(
  { deciders }: Pick<Standing, 'deciders'>,
  { ownerId, escalatedTo }: Pick<GateStatus, 'ownerId' | 'escalatedTo'>,
): string | null {
  if (escalatedTo === 'admins') return 'the admins'
  return deciders.people.find((person) => person.userId === ownerId)?.name ?? null
}
