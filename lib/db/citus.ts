import type { ClientBase } from 'pg'

/**
 * Options of every session that may change several tables in one transaction. On Citus, statements over several shards then run
 * sequentially, which is required before writes to reference tables. Other databases ignore the option.
 */
export const SESSION_OPTIONS = '-c citus.multi_shard_modify_mode=sequential'

/** Returns the version of Citus in this database, or null without Citus. */
export async function findCitusVersion(client: Pick<ClientBase, 'query'>): Promise<string | null> {
  const { rows } = await client.query<{ extversion: string }>(
    `SELECT extversion FROM pg_extension WHERE extname = 'citus'`,
  )
  return rows[0]?.extversion ?? null
}
