import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { toStorableJson } from '@/lib/db/rows'

/** Rows of one batch by table, with column names as keys. */
export type CapturedBatch = { table: string; rows: object[] }[]

const tables = [
  { table: 'run_key', runId: 'run_id' },
  { table: 'run', runId: 'id' },
  { table: 'node_run', runId: 'run_id' },
  { table: 'signal', runId: 'run_id' },
  { table: 'issue', runId: 'run_id' },
  { table: 'failure', runId: 'run_id' },
  { table: 'score', runId: 'run_id' },
  { table: 'run_summary', runId: 'id' },
  { table: 'run_text', runId: 'run_id' },
]

/** Reads back every row that ingest wrote for these runs, rewritten to belong to another, empty project. */
export async function captureBatch(
  db: Db,
  from: string,
  to: string,
  runIds: readonly string[],
): Promise<CapturedBatch> {
  const captured: CapturedBatch = []
  for (const { table, runId } of tables) {
    const name = Prisma.raw(`"${table}"`)
    const rows = await db.$queryRaw<{ row: object }[]>`
      SELECT to_jsonb(t) AS row FROM ${name} t
      WHERE t.project_id = ${from}::uuid AND t.${Prisma.raw(runId)} = ANY(${[...runIds]}::uuid[])`
    if (rows.length > 0) captured.push({ table, rows: rows.map(({ row }) => ({ ...row, project_id: to })) })
  }
  return captured
}

/** Inserts the same rows without anything else: one statement per table, in one transaction, through the driver of the app. */
export async function insertBare(db: Db, batch: CapturedBatch): Promise<void> {
  await db.$transaction(
    batch.map(({ table, rows }) => {
      const name = Prisma.raw(`"${table}"`)
      return db.$executeRaw`
        INSERT INTO ${name} SELECT * FROM jsonb_populate_recordset(NULL::${name}, ${toStorableJson(rows)}::jsonb)`
    }),
  )
}
