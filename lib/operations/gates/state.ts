import type { Db, Tx } from '@/lib/db/client'
import type { GateEvent as GateEventRow } from '@/lib/db/generated/client'
import type { GateEvent, GateFacts, GateStatus, GateVote } from '@/lib/engine/gate-states/gate-status'
import { notFound } from '../errors'
import { DECIDING_ROLES } from '../members/members'
import type { Evidence } from './evidence'
import type { StoredGate } from './store'

type StoredVote = GateVote & { name: string; reason: string | null; at: Date }

/** A gate as the state machine sees it, with the rows it was read from. */
export type GateState = {
  status: Omit<GateStatus, 'votes'> & { votes: readonly StoredVote[] }
  facts: GateFacts
  approvers: Approvers
  version: { version: string; authorId: string | null }
  events: GateEventRow[]
}

/** Inputs beside the gate's rows. Without evidence no vote is accepted. */
type Seen = { now: Date; evidence?: Evidence; dependent?: string | null }

/** Loads the votes and circumstances of a gate, and the people who may decide on it. @throws not_found without its version */
export async function loadGateState(db: Db | Tx, gate: StoredGate, seen: Seen): Promise<GateState> {
  const { projectId, id } = gate
  const version = await db.chainVersion.findUnique({ where: { projectId_id: { projectId, id: gate.versionId } } })
  if (!version) throw notFound('chain version')
  const approvers = await loadApprovers(db, projectId, gate.chainId)
  const events = await db.gateEvent.findMany({
    where: { projectId, gateId: id },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  })
  const undone = await db.decision.count({ where: { projectId, gateId: id, kind: 'gate_undone' } })
  return {
    status: { ...toTimes(gate), votes: events.flatMap(toVote), reversed: undone > 0 },
    facts: {
      now: seen.now.getTime(),
      authorities: new Set(approvers.people.map((person) => person.userId)),
      authorIds: version.authorId === null ? [] : [version.authorId],
      ...evidenceFacts(seen.evidence),
      dependent: seen.dependent ?? null,
    },
    approvers,
    version,
    events,
  }
}

/** Returns the state with evidence that was loaded later. */
export function withEvidence({ facts, ...gateState }: GateState, evidence: Evidence): GateState {
  return { ...gateState, facts: { ...facts, ...evidenceFacts(evidence) } }
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

function toVote({ kind, userId, verdict, evidenceDigest, by, reason, at }: GateEventRow): StoredVote[] {
  if (kind !== 'voted' || userId === null || evidenceDigest === null) return []
  if (verdict !== 'approved' && verdict !== 'rejected') return []
  return [{ userId, verdict, digest: evidenceDigest, name: by, reason, at }]
}

/** The owner's name, or null when the gate has no owner. */
export function nameOfOwner(
  { approvers }: Pick<GateState, 'approvers'>,
  { ownerId, escalatedTo }: Pick<GateStatus, 'ownerId' | 'escalatedTo'>,
): string | null {
  if (escalatedTo === 'admins') return 'the admins'
  return approvers.people.find((person) => person.userId === ownerId)?.name ?? null
}

type Approver = { userId: string; name: string; role: string }
/** `listed`: whether the chain names its authorities. `people` may contain the author of a version, who never decides on it. */
type Approvers = { listed: boolean; people: Approver[] }

type Row = { chainId: string; listed: boolean } & (Approver | { userId: null })

/**
 * Who may decide on gates of these chains, by name: the listed authorities who still are reviewers or admins, or all reviewers
 * and admins when none is listed. If everyone on the list has left, no one may decide.
 */
export async function loadApproversOf(
  db: Db | Tx,
  projectId: string,
  chainIds: readonly string[],
): Promise<Map<string, Approvers>> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT c.id AS "chainId", l.listed, m.user_id AS "userId", m.name, m.role
    FROM chain c
    CROSS JOIN LATERAL (SELECT EXISTS (
      SELECT 1 FROM chain_authority a WHERE a.project_id = ${projectId}::uuid AND a.chain_id = c.id) AS listed) l
    LEFT JOIN LATERAL (
      SELECT m.user_id, u.name, m.role FROM membership m JOIN "user" u ON u.id = m.user_id AND u.disabled_at IS NULL
      WHERE m.project_id = ${projectId}::uuid AND m.role = ANY(${DECIDING_ROLES}) AND (NOT l.listed OR EXISTS (
        SELECT 1 FROM chain_authority a WHERE a.project_id = ${projectId}::uuid AND a.chain_id = c.id AND a.user_id = m.user_id))
    ) m ON true
    WHERE c.project_id = ${projectId}::uuid AND c.id = ANY(${chainIds}::uuid[])
    ORDER BY m.name, m.user_id`
  return new Map(
    [...Map.groupBy(rows, (row) => row.chainId)].map(([chainId, own]) => [
      chainId,
      { listed: own.some((row) => row.listed), people: own.flatMap(toDecider) },
    ]),
  )
}

/** {@link loadApproversOf} for one chain. */
async function loadApprovers(db: Db | Tx, projectId: string, chainId: string): Promise<Approvers> {
  const found = await loadApproversOf(db, projectId, [chainId])
  return found.get(chainId) ?? { listed: false, people: [] }
}

function toDecider(row: Row): Approver[] {
  return row.userId === null ? [] : [{ userId: row.userId, name: row.name, role: row.role }]
}

/** A change the state machine allowed: the gate and its state before, and its status after. */
export type GateChange<K extends GateEvent['kind'] = GateEvent['kind']> = {
  gate: StoredGate
  gateState: GateState
  event: Extract<GateEvent, { kind: K }>
  after: GateStatus
  /** One timestamp for all effects. */
  now: Date
}
