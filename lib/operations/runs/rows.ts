import { evaluators } from '@/lib/contracts/evaluators'
import { type RunRow, runRow } from '@/lib/contracts/runs'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { fieldsOf, selectList } from '@/lib/db/rows'
import { ENGINE_VERSION } from '@/lib/engine/engine-version'
import type { SeriesScore } from '@/lib/engine/scoring/scored-run'

/** A summary row as read, with the names of its chain and version. */
export type SummaryRow = Omit<RunRow, 'occurredAt'> & { occurredAt: Date }

const SIGNALS = Prisma.raw(evaluators.map((evaluator) => `'${evaluator}', s."${evaluator}"`).join(', '))

const OWN = fieldsOf('runSummary').filter((field) => field in runRow.shape)

/** Columns of a summary `s` with chain `c` and version `v`: every summary field that the list shows, and the computed ones. */
export const SUMMARY_COLUMNS = Prisma.sql`
  ${selectList('s', 'runSummary', OWN)}, c.name AS chain, v.version, jsonb_build_object(${SIGNALS}) AS signals, s.is_overridden AS overridden`

/** Joins the names of a summary's chain and version. */
export const summaryNames = (projectId: string) => Prisma.sql`
  JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = s.chain_id
  JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = s.version_id`

/** Finds the rows of these runs, in no order; unknown ids are skipped. */
export async function findRunRows(db: Db | Tx, projectId: string, runIds: readonly string[]): Promise<RunRow[]> {
  const rows = await db.$queryRaw<SummaryRow[]>`
    SELECT ${SUMMARY_COLUMNS} FROM run_summary s ${summaryNames(projectId)}
    WHERE s.project_id = ${projectId}::uuid AND s.id = ANY(${runIds}::uuid[])`
  return rows.map(toRunRow)
}

export function toRunRow({ occurredAt, ...row }: SummaryRow): RunRow {
  return { ...row, occurredAt: occurredAt.toISOString() }
}

/** Which values of a run were sent as JSON null, which Prisma reads like an absent value. `nodes`: ids of nodes whose output was null. */
export type SentNulls = { fields: ReadonlySet<string>; nodes: ReadonlySet<string> }

type Found = { runId: string; field: 'request' | 'output'; nodeId: string | null }

/** Upper bound of the stored size of a JSON null, with its header. */
const NULL_BYTES = 16
const NONE: SentNulls = { fields: new Set(), nodes: new Set() }

/** Finds the JSON nulls sent with these runs. Checks the stored size first, so that long values are not read. */
export async function findSentNulls(
  db: Db | Tx,
  projectId: string,
  runIds: readonly string[],
): Promise<(runId: string) => SentNulls> {
  const rows = await db.$queryRaw<Found[]>`
    SELECT r.id AS "runId", v.field, NULL AS "nodeId" FROM run r
      CROSS JOIN LATERAL (VALUES ('request', r.request), ('output', r.output)) v(field, value)
      WHERE r.project_id = ${projectId}::uuid AND r.id = ANY(${runIds}::uuid[])
        AND CASE WHEN pg_column_size(v.value) <= ${NULL_BYTES} THEN v.value = 'null' END
    UNION ALL SELECT run_id, 'output', node_id FROM node_run
      WHERE project_id = ${projectId}::uuid AND run_id = ANY(${runIds}::uuid[])
        AND CASE WHEN pg_column_size(output) <= ${NULL_BYTES} THEN output = 'null' END`
  const byRun = Map.groupBy(rows, ({ runId }) => runId)
  return (runId) => {
    const found = byRun.get(runId)
    if (!found) return NONE
    const [own, ofNodes] = [found.filter(({ nodeId }) => nodeId === null), found.flatMap(({ nodeId }) => nodeId ?? [])]
    return { fields: new Set(own.map(({ field }) => field)), nodes: new Set(ofNodes) }
  }
}

/** One row of a score series. Revisions count up and are never changed. */
export function toScoreRow(
  projectId: string,
  runId: string,
  series: string,
  revision: number,
  score: SeriesScore,
  computedAt: Date,
) {
  return { projectId, runId, series, revision, ...score, engineVersion: ENGINE_VERSION, computedAt }
}
