import type { GateRow } from '@/lib/contracts/gates'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { notFound } from '../errors'

export type GateRecord = Omit<GateRow, 'openedAt' | 'deadlineAt' | 'decidedAt' | 'owner'> & {
  ownerId: string | null
  ownerName: string | null
  openedAt: Date
  deadlineAt: Date
  decidedAt: Date | null
}

/** What is read of a gate `g`, with the names in {@link GATE_NAMES}. */
export const GATE_COLUMNS = Prisma.sql`
  g.id, g.kind, g.state, g.title, g.question, c.name AS chain, v.version, p.version AS "priorVersion", g.run_id AS "runId",
  g.quorum, g.owner_id AS "ownerId", o.name AS "ownerName", g.escalated_to AS "escalatedTo", g.opened_by AS "openedBy", g.opened_at AS "openedAt", g.deadline_at AS "deadlineAt", g.decided_at AS "decidedAt",
  u.name AS "decidedBy", g.reason,
  CASE WHEN g.run_id IS NULL THEN 0
    ELSE 1 + (SELECT count(*) FROM gate_run j WHERE j.project_id = g.project_id AND j.gate_id = g.id)::int END AS runs,
  EXISTS (SELECT 1 FROM decision d WHERE d.project_id = g.project_id AND d.gate_id = g.id AND d.kind = 'gate_undone') AS undone`

/** Gives a gate `g` the names of its chain, versions and decider. */
export const GATE_NAMES = Prisma.sql`
  JOIN chain c ON c.project_id = g.project_id AND c.id = g.chain_id
  JOIN chain_version v ON v.project_id = g.project_id AND v.id = g.version_id
  LEFT JOIN chain_version p ON p.project_id = g.project_id AND p.id = g.prior_version_id
  LEFT JOIN "user" u ON u.id = g.decided_by_id
  LEFT JOIN "user" o ON o.id = g.owner_id`

/** The gate as lists show it. @throws not_found */
export async function loadGateRow(db: Db | Tx, projectId: string, gateId: string): Promise<GateRow> {
  const [row] = await db.$queryRaw<GateRecord[]>`
    SELECT ${GATE_COLUMNS} FROM gate g ${GATE_NAMES} WHERE g.project_id = ${projectId}::uuid AND g.id = ${gateId}::uuid`
  if (!row) throw notFound('gate')
  return toGateRow(row)
}

export function toGateRow(record: GateRecord): GateRow {
  const { openedAt, deadlineAt, decidedAt, ownerId, ownerName, escalatedTo, ...row } = record
  return {
    ...row,
    owner: ownerId === null ? null : { userId: ownerId, name: ownerName ?? 'someone who has left' },
    escalatedTo: escalatedTo === 'admins' ? 'the admins' : escalatedTo && ownerName,
    openedAt: openedAt.toISOString(),
    deadlineAt: deadlineAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}
