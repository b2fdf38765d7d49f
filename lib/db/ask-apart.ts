import { Client, type QueryResultRow } from 'pg'

/** The database did not answer in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

const LIMIT_MS = 1500

/**
 * Asks the database on a connection of its own, which needs no place in a pool that may be full of what hangs, and gives up soon. So it
 * tells whether the database works at all.
 * @throws NoAnswer in time, else what the database says
 */
export async function askApart<R extends QueryResultRow>(databaseUrl: string, sql: string): Promise<R[]> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'veritas-health' })
  client.on('error', () => undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`no answer within ${LIMIT_MS / 1000} s`)), LIMIT_MS)
  })
  const asking = client.connect().then(async () => (await client.query<R>(sql)).rows)
  try {
    return await Promise.race([asking, limit])
  } finally {
    clearTimeout(timer)
    asking.catch(() => undefined)
    // Never waited for: a server that hangs does not say goodbye.
    void client.end().catch(() => undefined)
  }
}
