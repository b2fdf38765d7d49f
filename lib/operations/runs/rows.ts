import { evaluators } from '@/lib/contracts/evaluators'
import { type RunRow, runRow } from '@/lib/contracts/runs'
import { NO_ERROR_MESSAGE } from '@/lib/contracts/vocabulary'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { fieldsOf, selectList } from '@/lib/db/rows'
import { ENGINE_VERSION } from '@/lib/engine/engine-version'
import type { SeriesScore } from '@/lib/engine/scoring/scored-run'
import { ownNameOf } from '@/lib/presentation/labels/failures'
import { reasonOf, withoutLeft } from '@/lib/presentation/labels/verdicts'

/** A summary row as read, with the names of its chain and version. */
export type SummaryRow = Omit<RunRow, 'occurredAt' | 'errorName'> & { occurredAt: Date }

const SIGNALS = Prisma.raw(evaluators.map((evaluator) => `'${evaluator}', s."${evaluator}"`).join(', '))

const OWN = fieldsOf('runSummary').filter((field) => field in runRow.shape)

/** Columns of a summary `s` with chain `c` and version `v`: every summary field that the list shows, and the computed ones. */
export const SUMMARY_COLUMNS = Prisma.sql`
  ${selectList('s', 'runSummary', OWN)}, c.name AS chain, v.version, jsonb_build_object(${SIGNALS}) AS signals, s.is_overridden AS overridden`

/**
 * Joins the names of a summary's chain and version, looked up for each summary: the planner, which rarely has statistics of so small a table
 * as that of chains, would else find the summaries again for each chain.
 */
export const summaryNames = (projectId: string) => Prisma.sql`
  CROSS JOIN LATERAL (SELECT name FROM chain WHERE project_id = ${projectId}::uuid AND id = s.chain_id OFFSET 0) c
  CROSS JOIN LATERAL (SELECT version FROM chain_version WHERE project_id = ${projectId}::uuid AND id = s.version_id OFFSET 0) v`

/** Finds the rows of these runs, in no order; unknown ids are skipped. */
export async function findRunRows(db: Db | Tx, projectId: string, runIds: readonly string[]): Promise<RunRow[]> {
  const rows = await db.$queryRaw<SummaryRow[]>`
    SELECT ${SUMMARY_COLUMNS} FROM run_summary s ${summaryNames(projectId)}
    WHERE s.project_id = ${projectId}::uuid AND s.id = ANY(${runIds}::uuid[])`
  return toRunRows(db, projectId, rows)
}

/** Maps rows as read, and names the errors of those whose failure has no known class. */
export async function toRunRows(db: Db | Tx, projectId: string, rows: readonly SummaryRow[]): Promise<RunRow[]> {
  const nameless = rows.flatMap(({ id, failureClass }) => (failureClass === 'unknown' ? id : []))
  const counting = rows.flatMap((row) =>
    row.execution !== null && withoutLeft(row.reason) !== row.reason ? row.id : [],
  )
  const [names, unnumbered] = await Promise.all([
    nameless.length > 0 ? findErrorNames(db, projectId, nameless) : new Map<string, string | null>(),
    counting.length > 0 ? findUnnumbered(db, projectId, counting) : new Set<string>(),
  ])
  return rows.map(({ occurredAt, ...row }) => ({
    ...row,
    reason: unnumbered.has(row.id) ? withoutLeft(row.reason) : reasonOf(row),
    errorName: names.get(row.id) ?? null,
    occurredAt: occurredAt.toISOString(),
  }))
}

/** Those of these runs whose attempt number another run of their execution has too, so that nothing can be counted by it. */
async function findUnnumbered(db: Db | Tx, projectId: string, runIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    WITH own AS MATERIALIZED (
      SELECT id, chain_id, execution, attempt FROM run_summary WHERE project_id = ${projectId}::uuid AND id = ANY(${runIds}::uuid[])),
    shared AS (
      SELECT e.chain_id, e.key, x.attempt FROM (SELECT DISTINCT chain_id, execution FROM own) o
      JOIN execution e ON e.project_id = ${projectId}::uuid AND e.chain_id = o.chain_id AND e.key = o.execution
      CROSS JOIN LATERAL jsonb_to_recordset(e.scores) AS x(attempt int)
      GROUP BY e.chain_id, e.key, x.attempt HAVING count(*) > 1)
    SELECT own.id FROM own JOIN shared s ON s.chain_id = own.chain_id AND s.key = own.execution AND s.attempt = own.attempt`
  return new Set(rows.map(({ id }) => id))
}

/** The name of the first failure of unknown class of each run, or that it came without a message; root causes first, as its page lists them. */
async function findErrorNames(db: Db | Tx, projectId: string, runIds: readonly string[]) {
  // Nodes are rarely needed, and looking them up costs more than all the rest. The run itself is no node, and comes first.
  const rows = await db.$queryRaw<Unnamed[]>`
    SELECT f.run_id AS "runId", f.role, f.message, g.code,
      CASE WHEN count(*) OVER (PARTITION BY f.run_id) > 1 THEN coalesce((
        SELECT n.ordinal FROM node_run n WHERE n.project_id = ${projectId}::uuid AND n.run_id = f.run_id
          AND n.run_id = ANY(${runIds}::uuid[]) AND n.node_id = f.node_id), -1)
      ELSE -1 END AS ordinal
    FROM failure f JOIN failure_group g ON g.project_id = ${projectId}::uuid AND g.fingerprint = f.fingerprint
    WHERE f.project_id = ${projectId}::uuid AND f.run_id = ANY(${runIds}::uuid[]) AND f.failure_class = 'unknown'`
  return new Map(
    [...Map.groupBy(rows, ({ runId }) => runId)].flatMap(([runId, failures]) => {
      const roots = failures.filter(({ role }) => role === 'root')
      const [first] = (roots.length > 0 ? roots : failures).sort((one, other) => one.ordinal - other.ordinal)
      if (!first) return []
      const { message, code } = first
      const own = ownNameOf({ failureClass: 'unknown', template: message, code })
      return [[runId, own ?? (message === NO_ERROR_MESSAGE ? message : null)] as const]
    }),
  )
}

type Unnamed = { runId: string; role: string; message: string; code: string | null; ordinal: number }

/** Which values of a run were sent as JSON null, which Prisma reads like an absent value. `nodes`: ids of nodes whose output was null. */
export type SentNulls = { fields: ReadonlySet<string>; nodes: ReadonlySet<string> }

type Found = { runId: string; field: 'request' | 'output'; nodeId: string | null }

/** Upper bound of the stored size of a JSON null, with its header. */
const NULL_BYTES = 16
/** Whether a column holds a JSON null. Checks the stored size first, so that long values are not read. */
export const isJsonNull = (column: string) =>
  Prisma.raw(`coalesce(CASE WHEN pg_column_size(${column}) <= ${NULL_BYTES} THEN ${column}::text = 'null' END, false)`)
const NONE: SentNulls = { fields: new Set(), nodes: new Set() }

/** Finds the JSON nulls sent with these runs. */
export async function findSentNulls(
  db: Db | Tx,
  projectId: string,
  runIds: readonly string[],
): Promise<(runId: string) => SentNulls> {
  const rows = await db.$queryRaw<Found[]>`
    SELECT r.id AS "runId", v.field, NULL AS "nodeId" FROM run r
      CROSS JOIN LATERAL (VALUES ('request', r.request), ('output', r.output)) v(field, value)
      WHERE r.project_id = ${projectId}::uuid AND r.id = ANY(${runIds}::uuid[])
        AND ${isJsonNull('v.value')}
    UNION ALL SELECT run_id, 'output', node_id FROM node_run
      WHERE project_id = ${projectId}::uuid AND run_id = ANY(${runIds}::uuid[])
        AND ${isJsonNull('output')}`
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
  place: { projectId: string; runId: string; series: string; revision: number },
  score: SeriesScore,
  computedAt: Date,
) {
  return { ...place, ...score, engineVersion: ENGINE_VERSION, computedAt }
}
