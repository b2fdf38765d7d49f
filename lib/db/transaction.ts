import type { Db, Tx } from './client'
import { databaseCode } from './database-code'

const DEADLOCK = new Set(['40P01', '40001', 'P2034'])
const MAX_TRIES = 4

/** In whose name a transaction runs. `assertStill` throws where they may not do it any more, and keeps it true until the end. */
type Caller = { db: Db; assertStill?: ((tx: Tx) => Promise<void>) | undefined }

/** Runs `work` in one transaction, anew when the database broke a deadlock by ending it. `work` must have no other effect. */
export async function inTransaction<T>(
  { db, assertStill }: Caller,
  work: (tx: Tx) => Promise<T>,
  limits?: { timeout: number },
): Promise<T> {
  const asCaller = async (tx: Tx) => {
    await assertStill?.(tx)
    return work(tx)
  }
  for (let tries = 1; ; tries++) {
    try {
      return await db.$transaction(assertStill ? asCaller : work, limits)
    } catch (error) {
      if (tries >= MAX_TRIES || !isDeadlock(error)) throw error
    }
  }
}

/** Whether the database ended the transaction in favour of another one. */
export function isDeadlock(error: unknown): boolean {
  return DEADLOCK.has(databaseCode(error))
}
