import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { type Columns, insertRows, type Row } from '@/lib/db/rows'
import * as columns from '@/lib/operations/runs/columns'

/** Rows of one batch, table by table. */
export type CapturedBatch = { table: string; columns: Columns; rows: Row[] }[]

const tables = [
  { table: 'run', columns: columns.RUN, runId: 'id' },
  { table: 'node_run', columns: columns.NODE_RUN, runId: 'run_id' },
  { table: 'signal', columns: columns.SIGNAL, runId: 'run_id' },
  { table: 'issue', columns: columns.ISSUE, runId: 'run_id' },
  { table: 'failure', columns: columns.FAILURE, runId: 'run_id' },
  { table: 'score', columns: columns.SCORE, runId: 'run_id' },
  { table: 'run_summary', columns: columns.RUN_SUMMARY, runId: 'id' },
]

/** Reads back every row the ingest wrote for these runs, as rows of another project, where nothing of them is yet. */
export async function captureBatch(
  db: Db,
  from: string,
  to: string,
  runIds: readonly string[],
): Promise<CapturedBatch> {
  const captured: CapturedBatch = []
  for (const { table, columns: typed, runId } of tables) {
    const name = Prisma.raw(`"${table}"`)
    const rows = await db.$queryRaw<{ row: Record<string, unknown> }[]>`
      SELECT to_jsonb(t) AS row FROM ${name} t
      WHERE t.project_id = ${from}::uuid AND t.${Prisma.raw(runId)} = ANY(${[...runIds]}::uuid[])`
    if (rows.length > 0)
      captured.push({ table, columns: typed, rows: rows.map(({ row }) => ({ ...row, project_id: to })) })
  }
  return captured
}

/** The same rows and nothing else: one statement a table, in one transaction, through the driver the app uses. */
export async function insertBare(db: Db, batch: CapturedBatch): Promise<void> {
  await db.$transaction(batch.map((part) => db.$executeRaw(insertRows(part.table, part.columns, part.rows))))
}
