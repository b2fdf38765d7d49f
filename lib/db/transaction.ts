import type { Db, Tx } from './client'
import { databaseCode, isMoved } from './database-code'
import { isOutdatedPlan } from './kept-plans'

const DEADLOCK = new Set(['40P01', '40001', 'P2034'])
const MAX_TRIES = 4

/** In whose name a transaction runs. `assertStill` throws where they may not do it any more, and keeps it true until the end. */
type Caller = { db: Db; assertStill?: ((tx: Tx) => Promise<void>) | undefined }

/** Writes what was put off, all of it at once. */
type Ending<T> = (tx: Tx, items: readonly T[]) => Promise<void>

/** What every open transaction does as its last step. */
const endings = new WeakMap<Tx, Map<Ending<never>, unknown[]>>()

/**
 * Runs `work` in one transaction, anew when the database broke a deadlock by ending it, or its rows were moved meanwhile. `work` must have
 * no other effect.
 */
export async function inTransaction<T>(
  { db, assertStill }: Caller,
  work: (tx: Tx) => Promise<T>,
  limits?: { timeout: number },
): Promise<T> {
  const whole = async (tx: Tx) => {
    endings.set(tx, new Map())
    await assertStill?.(tx)
    const result = await work(tx)
    await end(tx)
    return result
  }
  for (let tries = 1; ; tries++) {
    try {
      return await db.$transaction(whole, limits)
    } catch (error) {
      if (tries >= MAX_TRIES || !isPassing(error)) throw error
    }
  }
}

/**
 * Leaves `items` to `write` as the last thing that the transaction does before it commits, with all others that were left to the same
 * function: a lock that many want is so taken last, and held shortest.
 * @throws Error for a transaction that {@link inTransaction} did not begin: nothing would write them
 */
export function atEnd<T>(tx: Tx, write: Ending<T>, items: readonly T[]): void {
  const own = endings.get(tx)
  if (!own) throw new Error('only a transaction of inTransaction has an end at which something is written')
  own.set(write, [...(own.get(write) ?? []), ...items])
}

async function end(tx: Tx): Promise<void> {
  const own = endings.get(tx)
  // What is put off from here on would be lost.
  endings.delete(tx)
  for (const [write, items] of own ?? []) await write(tx, items as never[])
}

/** Whether the database ended the transaction in favour of another one. */
export function isDeadlock(error: unknown): boolean {
  return DEADLOCK.has(databaseCode(error))
}

/** Whether the same work can succeed when it is done anew. */
const isPassing = (error: unknown) => isDeadlock(error) || isMoved(error) || isOutdatedPlan(error)
