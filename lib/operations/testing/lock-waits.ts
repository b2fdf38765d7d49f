import { inject } from 'vitest'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'

/** Resolves as soon as a session waits for a lock, or as many as given; on Citus, one of a worker node. */
export async function untilLockIsWaitedFor(tx: Tx, sessions = 1): Promise<void> {
  const waiting = inject('isDistributed')
    ? Prisma.sql`SELECT 1 FROM citus_lock_waits`
    : Prisma.sql`SELECT 1 FROM pg_locks WHERE NOT granted`
  while ((await tx.$queryRaw<unknown[]>(waiting)).length < sessions);
}
