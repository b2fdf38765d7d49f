import type { Db, Tx } from './client'
import { databaseCode } from './database-code'

const DEADLOCK = new Set(['40P01', '40001', 'P2034'])
const MAX_TRIES = 4

/** Runs `work` in one transaction, anew when the database broke a deadlock by ending it. `work` must have no other effect. */
export async function inTransaction<T>(
  { db }: { db: Db },
  work: (tx: Tx) => Promise<T>,
  limits?: { timeout: number },
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.$transaction(work, limits)
    } catch (error) {
      if (tries >= MAX_TRIES || !isDeadlock(error)) throw error
    }
  }
}

/** Whether the database ended the transaction in favour of another one. */
export function isDeadlock(error: unknown): boolean {
  return DEADLOCK.has(databaseCode(error))
}
