import type { Db } from '@/lib/db/client'

/** Which of a run's values were sent as null, which Prisma reads like what was not sent. Nodes by their id. */
export type SentNulls = { fields: ReadonlySet<string>; nodes: ReadonlySet<string> }

type Found = { runId: string; field: 'request' | 'output'; nodeId: string | null }

/** The most that a stored null takes, with its header. */
const NULL_BYTES = 16
const NONE: SentNulls = { fields: new Set(), nodes: new Set() }

/** The nulls that were sent with these runs. Only values of a few bytes are looked into, however long the others are. */
export async function findSentNulls(
  db: Db,
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
