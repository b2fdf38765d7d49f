import { inject } from 'vitest'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'

/** Resolves as soon as a session waits for a lock, or that many do; on Citus, those of worker nodes. */
export async function untilLockIsWaitedFor(tx: Tx, sessions = 1): Promise<void> {
  const waiting = inject('isDistributed')
    ? Prisma.sql`SELECT DISTINCT waiting_gpid FROM citus_lock_waits`
    : Prisma.sql`SELECT DISTINCT pid FROM pg_locks WHERE NOT granted`
  while ((await tx.$queryRaw<unknown[]>(waiting)).length < sessions);
}
