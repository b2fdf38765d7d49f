import type { ClientBase } from 'pg'

/** Returns the version of Citus in this database, or null without Citus. */
export async function findCitusVersion(client: Pick<ClientBase, 'query'>): Promise<string | null> {
  const { rows } = await client.query<{ extversion: string }>(
    `SELECT extversion FROM pg_extension WHERE extname = 'citus'`,
  )
  return rows[0]?.extversion ?? null
}
