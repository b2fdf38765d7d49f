import { evaluators } from '@/lib/contracts/evaluators'
import type { RunRow } from '@/lib/contracts/runs'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'

/** A summary row as it is read, with the names of its chain and version. */
export type SummaryRow = Omit<RunRow, 'occurredAt'> & { occurredAt: Date }

const SIGNALS = Prisma.raw(evaluators.map((evaluator) => `'${evaluator}', s."${evaluator}"`).join(', '))

/** What is read of a summary `s` with its chain `c` and version `v`. */
export const SUMMARY_COLUMNS = Prisma.sql`
  s.id, s.client_id AS "clientId", c.name AS chain, v.version, s.kind, s.scenario, s.execution, s.attempt, s.status,
  s.occurred_at AS "occurredAt", s.duration_ms AS "durationMs", s.tokens, s.cost_usd AS "costUsd", s.nodes,
  s.failed_nodes AS "failedNodes", s.issues, s.profile, s.quality, s.gaff, s.grade, s.stratt, s.band, s.blocked,
  s.confidence, s.coverage, jsonb_build_object(${SIGNALS}) AS signals, s.human_origin AS "humanOrigin", s.decision,
  s.decision_kind AS "decisionKind", s.basis, s.reason, s.failure_class AS "failureClass", s.flag, s.is_overridden AS overridden`

/** Gives a summary `s` the names of its chain and version. */
export const SUMMARY_NAMES = Prisma.sql`
  JOIN chain c ON c.project_id = s.project_id AND c.id = s.chain_id
  JOIN chain_version v ON v.project_id = s.project_id AND v.id = s.version_id`

/** The rows of these runs, in no order; unknown ids are left out. */
export async function findRunRows(db: Db | Tx, projectId: string, runIds: readonly string[]): Promise<RunRow[]> {
  const rows = await db.$queryRaw<SummaryRow[]>`
    SELECT ${SUMMARY_COLUMNS} FROM run_summary s ${SUMMARY_NAMES}
    WHERE s.project_id = ${projectId}::uuid AND s.id = ANY(${runIds}::uuid[])`
  return rows.map(toRunRow)
}

export function toRunRow({ occurredAt, ...row }: SummaryRow): RunRow {
  return { ...row, occurredAt: occurredAt.toISOString() }
}
