import { inject } from 'vitest'
import { type Db, getDb, type Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'

/** Resolves as soon as a session of this database waits for a lock, or that many do; on Citus, those of worker nodes. */
export async function untilLockIsWaitedFor(tx: Tx, sessions = 1): Promise<void> {
  const waiting = inject('isDistributed')
    ? Prisma.sql`SELECT DISTINCT waiting_gpid FROM citus_lock_waits`
    : // Other tests have databases on the same server. What waits for a transaction names no database, but holds locks that do.
      Prisma.sql`
        SELECT DISTINCT pid FROM pg_locks waiting JOIN pg_locks held USING (pid)
        WHERE NOT waiting.granted AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  while ((await tx.$queryRaw<unknown[]>(waiting)).length < sessions);
}

/** A database that counts the transactions begun on it: one that ended in a deadlock was retried, and counts twice. */
export function countingDb(): { db: Db; transactions: () => number } {
  let begun = 0
  const db = new Proxy(getDb(), {
    get(target, name) {
      if (name === '$transaction') begun++
      return Reflect.get(target, name)
    },
  })
  return { db, transactions: () => begun }
}
