import { Client } from 'pg'
import { readCitusVersion } from '@/lib/db/citus'
import { SCHEMA_LOCK } from '@/lib/db/migrate'
import { monthlyTables } from '@/lib/db/run-months'

/**
 * Moves tables that were distributed before runs were partitioned by month back to the coordinator: the migration that turns them into the
 * first partitions is refused while they are distributed. `distributeAdded` then distributes them again with their months. Resolves to
 * those tables; none in any other database.
 */
export async function takeBackBeforeMonths(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  // A lost connection fails the running query; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    if ((await readCitusVersion(client)) === null) return []
    await client.query('SELECT pg_advisory_lock($1)', [SCHEMA_LOCK])
    const { rows } = await client.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_dist_partition p ON p.logicalrelid = c.oid
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1) AND c.relkind = 'r' AND p.partmethod = 'h'`,
      [[...monthlyTables]],
    )
    const names = rows.map(({ name }) => name)
    for (const name of names)
      await client.query('SELECT undistribute_table($1::regclass)', [client.escapeIdentifier(name)])
    return names
  } finally {
    await client.end()
  }
}
