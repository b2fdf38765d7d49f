import type { ClientBase } from 'pg'
import { MONTH_OF_MS, type Month, monthlyTables, partitionOf, toPartition } from '@/lib/db/run-months'

/** The newest months of a backup, up to this many, get their own partitions again; older ones go to the default partition. */
const MOST = 120

/** Returns the months of the existing runs, derived from their ids. */
export async function findMonths(client: ClientBase): Promise<Month[]> {
  const { rows } = await client.query<{ month: string }>(`
    SELECT DISTINCT ${MONTH_OF_MS} AS month
    FROM (SELECT DISTINCT left(replace(run_id::text, '-', ''), 12) AS ms FROM run_key) i`)
  return rows.map(({ month }) => month).filter((month) => /^\d{4}-\d\d$/.test(month))
}

/** Creates the partitions of these months, in a database without runs. */
export async function makeMonths(client: ClientBase, months: readonly Month[]): Promise<void> {
  for (const month of [...months].sort().slice(-MOST))
    for (const table of monthlyTables) {
      const { rows } = await client.query<{ isThere: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "isThere"', [
        partitionOf(table, month),
      ])
      if (rows[0]?.isThere) continue
      const { create, attach } = toPartition(table, month)
      for (const statement of [...create, attach]) await client.query(statement)
    }
}
