import { type CheckView, checkView } from '@/lib/contracts/run-detail'
import type { Db } from '@/lib/db/client'

const SHOWN = 200
/** What was checked is shown up to so many bytes. */
const INPUT_BYTES = 4000

type CheckRow = Omit<CheckView, 'recordedAt'> & { recordedAt: Date }

/** The latest checks on the record of a run, by the client's id, oldest first. */
export async function findRunChecks(db: Db, projectId: string, runKey: string): Promise<CheckView[]> {
  const rows = await db.$queryRaw<CheckRow[]>`
    SELECT id, kind, node_id AS "nodeId", is_ok AS "isOk", is_override AS "isOverride", result, by, recorded_at AS "recordedAt",
      CASE WHEN pg_column_size(input) <= ${INPUT_BYTES} THEN input END AS input
    FROM run_check WHERE project_id = ${projectId}::uuid AND run_key = ${runKey}
    ORDER BY recorded_at DESC, id DESC LIMIT ${SHOWN}`
  return rows
    .toReversed()
    .map(({ recordedAt, ...row }) => checkView.parse({ ...row, recordedAt: recordedAt.toISOString() }))
}
