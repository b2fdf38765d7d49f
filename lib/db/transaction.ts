import type { Db, Tx } from './client'
import { databaseCode, isMoved } from './database-code'
import { isOutdatedStatement } from './prepared-statements'
import { withRawStatements } from './raw-statements'

const DEADLOCK = new Set(['40P01', '40001', 'P2034'])
const MAX_TRIES = 4

/** On whose behalf a transaction runs. `assertStill` throws if the caller lost the permission, and locks it until the end. */
type Caller = { db: Db; assertStill?: ((tx: Tx) => Promise<void>) | undefined }

/** Writes all deferred items together. */
type Ending<T> = (tx: Tx, items: readonly T[]) => Promise<void>

/** Deferred writes of every open transaction. */
const endings = new WeakMap<Tx, Map<Ending<never>, { items: unknown[]; isLast: boolean }>>()

/**
 * Runs `work` in one transaction; retries on a deadlock, an outdated statement, or rows that were moved. `work` must have no other side effects.
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
      return await withRawStatements((direct) => db.$transaction((tx) => whole(direct(tx)), limits))
    } catch (error) {
      if (tries >= MAX_TRIES || !isPassing(error)) throw error
    }
  }
}

/**
 * Defers `items` to the end of the transaction: `write` is called right before the commit with all items deferred to it, so that a
 * contended lock is taken last and kept shortest; with `isLast` after those without it, so that all take such locks in one order.
 * @throws Error for a transaction that {@link inTransaction} did not begin
 */
export function atEnd<T>(tx: Tx, write: Ending<T>, items: readonly T[], { isLast = false } = {}): void {
  const own = endings.get(tx)
  if (!own) throw new Error('only a transaction of inTransaction has an end at which something is written')
  own.set(write, { items: [...(own.get(write)?.items ?? []), ...items], isLast })
}

async function end(tx: Tx): Promise<void> {
  const own = [...(endings.get(tx) ?? [])].sort(([, a], [, b]) => Number(a.isLast) - Number(b.isLast))
  // Items deferred from here on would be lost.
  endings.delete(tx)
  for (const [write, { items }] of own) await write(tx, items as never[])
}

/** Whether the database aborted the transaction to resolve a deadlock. */
export function isDeadlock(error: unknown): boolean {
  return DEADLOCK.has(databaseCode(error))
}

/** Whether the same work can succeed on a retry. */
const isPassing = (error: unknown) => isDeadlock(error) || isMoved(error) || isOutdatedStatement(error)
