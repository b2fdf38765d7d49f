import { Client, type QueryResultRow } from 'pg'

/** The database did not answer in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

const LIMIT_MS = 1500
const TICK_MS = 100

/**
 * Asks the database on a connection of its own, which needs no place in a pool that may be full of what hangs, and gives up soon. So it
 * tells whether the database works at all.
 * @throws NoAnswer in time, else what the database says
 */
export async function askApart<R extends QueryResultRow>(databaseUrl: string, sql: string): Promise<R[]> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'veritas-health' })
  client.on('error', () => undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  // Told in ticks, so that time in which this process was busy itself, and could not have heard an answer, hardly counts.
  const limit = new Promise<never>((_, reject) => {
    const wait = (leftMs: number) => {
      if (leftMs <= 0) reject(new NoAnswer(`no answer within ${LIMIT_MS / 1000} s`))
      else timer = setTimeout(() => wait(leftMs - TICK_MS), TICK_MS)
    }
    wait(LIMIT_MS)
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
