import { Client, type QueryResultRow } from 'pg'
import { sessionOf } from './session'

/** Thrown when the database does not answer in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

const LIMIT_MS = 1500
const TICK_MS = 100

/**
 * Runs a statement on its own connection with a short timeout, so that a full or stuck pool does not affect the answer. Used to check
 * whether the database works at all.
 * @throws NoAnswer on a timeout, else the database's error
 */
export async function querySeparately<R extends QueryResultRow>(databaseUrl: string, sql: string): Promise<R[]> {
  const client = new Client({ ...sessionOf(databaseUrl), application_name: 'veritas-health' })
  client.on('error', () => undefined)
  try {
    return await answerInTime(client.connect().then(async () => (await client.query<R>(sql)).rows))
  } finally {
    // Not awaited: a server that hangs never confirms the end.
    void client.end().catch(() => undefined)
  }
}

/** Resolves as `asking`, which goes on if it is given up. @throws NoAnswer after 1.5 s, else what it throws */
export async function answerInTime<T>(asking: Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Counted in ticks: time in which this process was blocked, and could not have received an answer, hardly counts.
  const limit = new Promise<never>((_, reject) => {
    const wait = (leftMs: number) => {
      if (leftMs <= 0) reject(new NoAnswer(`no answer within ${limitMs / 1000} s`))
      else timer = setTimeout(() => wait(leftMs - TICK_MS), TICK_MS)
    }
    wait(limitMs)
  })
  try {
    return await Promise.race([asking, limit])
  } finally {
    clearTimeout(timer)
    asking.catch(() => undefined)
  }
}
