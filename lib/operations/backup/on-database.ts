import { Client } from 'pg'

/** Told of each table before it is copied, and waited for. */
export type OnTable = (table: string) => void | Promise<void>

/**
 * Work on a connection of its own, outside the pool.
 * @throws Error with `code` ECONNREFUSED and the like where the database cannot be reached.
 */
export async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A connection that dies fails what is under way; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
