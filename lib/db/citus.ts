import type { ClientBase } from 'pg'

/**
 * What a session begins with that may change several tables in one transaction. On Citus what asks several machines then asks one after the
 * other: only so may it go on to write to tables that lie everywhere. Any other database takes no notice.
 */
export const SESSION_OPTIONS = '-c citus.multi_shard_modify_mode=sequential'

/** The version of Citus in this database, null where it is an ordinary one. */
export async function readCitusVersion(client: Pick<ClientBase, 'query'>): Promise<string | null> {
  const { rows } = await client.query<{ extversion: string }>(
    `SELECT extversion FROM pg_extension WHERE extname = 'citus'`,
  )
  return rows[0]?.extversion ?? null
}
