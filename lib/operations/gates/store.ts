import { type GateEvidence, type GateOpening, gateEvidence, gateOpening } from '@/lib/contracts/gate-evidence'
import { type GateEffect, type GateRow, gateEffect, gateKind, gateState } from '@/lib/contracts/gates'
import { isRecord } from '@/lib/contracts/is-record'
import type { Db, Tx } from '@/lib/db/client'
import { type Gate, Prisma } from '@/lib/db/generated/client'
import { compareVersions } from '@/lib/engine/regression/versions'
import { gateHref } from '@/lib/presentation/links'
import type { ProjectRef } from '../context'
import { deskUrl } from '../desk-url'
import { notFound } from '../errors'
import { isDecider } from '../members/members'
import { enqueue, type WorkItem } from '../queue/enqueue'
import { isUndone } from '../versions/serving'

/** A gate as stored, with its frozen JSON unparsed: changes to a gate do not depend on it, only its readers do. */
export type StoredGate = Omit<Gate, 'kind' | 'state'> & {
  kind: ReturnType<typeof gateKind.parse>
  state: ReturnType<typeof gateState.parse>
}

/** Loads a gate of this project. @throws not_found, also for another project's gate */
export async function loadGate(db: Db | Tx, projectId: string, gateId: string): Promise<StoredGate> {
  const row = await db.gate.findUnique({ where: { projectId_id: { projectId, id: gateId } } })
  if (!row) throw notFound('gate')
  return { ...row, kind: gateKind.parse(row.kind), state: gateState.parse(row.state) }
}

/** The evidence frozen with the outcome; null before it, and when it cannot be read. */
export function frozenEvidence({ evidence }: StoredGate): GateEvidence | null {
  return gateEvidence.nullable().safeParse(withKnownFlag(evidence)).data ?? null
}

/** Drops the flag `review` from frozen evidence: runs in the review band were flagged by an earlier version. */
function withKnownFlag(evidence: unknown): unknown {
  const run = isRecord(evidence) ? evidence.run : null
  return isRecord(evidence) && isRecord(run) && run.flag === 'review'
    ? { ...evidence, run: { ...run, flag: null } }
    : evidence
}

/** What the regression check saw when it opened the gate; null for other gates, and when it cannot be read. */
export function storedOpening({ openedOn }: StoredGate): GateOpening | null {
  return gateOpening.nullable().safeParse(openedOn).data ?? null
}

/** The effect of the outcome; null before it. */
export function frozenEffect({ effect }: StoredGate): GateEffect | null {
  return gateEffect.nullable().parse(effect)
}

export type GateRecord = Omit<GateRow, 'openedAt' | 'deadlineAt' | 'decidedAt' | 'owner' | 'hasOwnerLeft'> & {
  ownerId: string | null
  ownerName: string | null
  mayOwnerDecide: boolean
  openedAt: Date
  deadlineAt: Date
  decidedAt: Date | null
}

/**
 * Columns of a gate `g`, to be used with {@link gateNames}. The project is passed by value, so that on a distributed database
 * one machine answers.
 */
export const gateColumns = (projectId: string) => Prisma.sql`
  g.id, g.kind, g.state, g.title, g.question, c.name AS chain, v.version, p.version AS "priorVersion", g.run_id AS "runId",
  g.quorum, g.owner_id AS "ownerId", o.name AS "ownerName", ${isDecider(projectId, Prisma.sql`g.owner_id`)} AS "mayOwnerDecide", g.escalated_to AS "escalatedTo", g.opened_by AS "openedBy", g.opened_at AS "openedAt", g.deadline_at AS "deadlineAt", g.decided_at AS "decidedAt",
  u.name AS "decidedBy", g.reason,
  CASE WHEN g.run_id IS NULL THEN 0
    ELSE 1 + (SELECT count(*) FROM gate_run j WHERE j.project_id = ${projectId}::uuid AND j.gate_id = g.id)::int END AS runs,
  ${isUndone(projectId)} AS undone`

/** Joins the names of a gate's chain, versions, decider and owner. */
export const gateNames = (projectId: string) => Prisma.sql`
  JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = g.chain_id
  JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = g.version_id
  LEFT JOIN chain_version p ON p.project_id = ${projectId}::uuid AND p.id = g.prior_version_id
  LEFT JOIN "user" u ON u.id = g.decided_by_id
  LEFT JOIN "user" o ON o.id = g.owner_id`

/** Loads a gate as lists show it. @throws not_found */
export async function loadGateRow(db: Db | Tx, projectId: string, gateId: string): Promise<GateRow> {
  const [row] = await db.$queryRaw<GateRecord[]>`
    SELECT ${gateColumns(projectId)} FROM gate g ${gateNames(projectId)} WHERE g.project_id = ${projectId}::uuid AND g.id = ${gateId}::uuid`
  if (!row) throw notFound('gate')
  return toGateRow(row)
}

/** Converts a gate to its row in lists. An owner who may no longer decide a pending gate is left out, and `hasOwnerLeft` set. */
export function toGateRow(record: GateRecord): GateRow {
  const { openedAt, deadlineAt, decidedAt, ownerId, ownerName, mayOwnerDecide, escalatedTo, ...row } = record
  const hasOwnerLeft = row.state === 'pending' && ownerId !== null && !mayOwnerDecide
  const owner = ownerId === null || hasOwnerLeft ? null : { userId: ownerId, name: ownerName ?? 'someone who has left' }
  return {
    ...row,
    owner,
    hasOwnerLeft,
    escalatedTo: escalatedTo === 'admins' ? 'the admins' : escalatedTo && (owner?.name ?? null),
    openedAt: openedAt.toISOString(),
    deadlineAt: deadlineAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}

type Later = { version: string; gate: string | null }

/**
 * Describes in a sentence what depends on a decision about a version: a higher version published since, or a later outcome on
 * it or on a higher version that was not undone. Null when nothing does, and for a gate about a run. A candidate known only
 * from runs does not count: nobody published it.
 */
export async function findDependent(db: Db | Tx, gate: StoredGate): Promise<string | null> {
  if (gate.runId !== null || gate.decidedAt === null) return null
  const { projectId, chainId, versionId, id, decidedAt } = gate
  const rows = await db.$queryRaw<Later[]>`
    SELECT v.version, NULL AS gate FROM chain_version v
    WHERE v.project_id = ${projectId}::uuid AND v.chain_id = ${chainId}::uuid AND v.published_at > ${decidedAt}
      AND (v.state <> 'candidate' OR v.body_hash IS NOT NULL)
    UNION ALL
    SELECT v.version, g.title FROM gate g
    JOIN chain_version v ON v.project_id = g.project_id AND v.id = g.version_id
    WHERE g.project_id = ${projectId}::uuid AND v.chain_id = ${chainId}::uuid AND g.run_id IS NULL AND g.id <> ${id}::uuid
      AND g.decided_at > ${decidedAt} AND NOT ${isUndone(projectId)}`
  const current = await db.chainVersion.findUniqueOrThrow({ where: { projectId_id: { projectId, id: versionId } } })
  const decided = rows.find((row) => row.gate !== null && compareVersions(row.version, current.version) >= 0)
  if (decided) return `A later outcome on ${decided.version} stands on this one (${decided.gate}), so this one stays.`
  const published = rows.find((row) => row.gate === null && compareVersions(row.version, current.version) > 0)
  return published
    ? `${published.version} was published on top of this decision, so it stays. Open a fresh gate.`
    : null
}

/** URL of the gate's page. */
export function gateUrl({ slug }: Pick<ProjectRef, 'slug'>, gateId: string): string {
  return deskUrl(gateHref(slug, gateId))
}

/** Enqueues the warning and the deadline of each gate in the caller's transaction, so that no gate exists without them. */
export function enqueueDeadlines(
  tx: Tx,
  gates: readonly (WorkItem & { warnAt: Date; deadlineAt: Date })[],
): Promise<void> {
  const jobs = gates.flatMap(({ projectId, id, warnAt, deadlineAt }) =>
    [warnAt, deadlineAt].map((at) => ({ name: 'gate-deadline' as const, data: { projectId, id }, at })),
  )
  return enqueue(tx, jobs)
}
