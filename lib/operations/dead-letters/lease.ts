import type { Tx } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { leaseEnd } from '@/lib/engine/dead-letters/next-retry'
import { enqueueRetries } from '../jobs/enqueue-retries'
import { addEvents } from './add-event'
import { type StoredDeadLetter, toStored } from './dead-letter-row'
import { loseLease } from './settle'

export type LeaseInput = {
  projectId: string
  /** What to lease among the due items `d` of the project. */
  where: Prisma.Sql
  limit: number
  by: string
  now: Date
}

/** Leases due items to one worker. An item that another transaction is taking is left to it. */
export async function lease(tx: Tx, { projectId, where, limit, by, now }: LeaseInput): Promise<StoredDeadLetter[]> {
  const until = leaseEnd(now)
  // Materialised, since a subquery that a join runs again would lock and lease further rows each time.
  const leased = await tx.$queryRaw<{ id: string }[]>`
    WITH due AS MATERIALIZED (
      SELECT d.id FROM dead_letter d
      WHERE d.project_id = ${projectId}::uuid AND d.status = 'pending' AND d.next_retry_at <= ${now} AND ${where}
      ORDER BY d.next_retry_at, d.id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE dead_letter l SET status = 'retrying', retry_count = l.retry_count + 1, next_retry_at = NULL,
      lease_until = ${until}, leased_by = ${by}, updated_at = ${now}
    FROM due WHERE l.project_id = ${projectId}::uuid AND l.id = due.id
    RETURNING l.id`
  if (leased.length === 0) return []
  const ids = leased.map(({ id }) => id)
  const rows = await tx.deadLetter.findMany({ where: { projectId, id: { in: ids } }, orderBy: { id: 'asc' } })
  const items = rows.map(toStored)
  const started = items.map(({ id, retryCount }) => {
    return { deadLetterId: id, kind: 'retried' as const, by, note: `Attempt ${retryCount}` }
  })
  await addEvents(tx, projectId, now, started)
  await enqueueRetries(
    tx,
    ids.map((deadLetterId) => ({ projectId, deadLetterId, at: until })),
  )
  return items
}

/** Takes back every lease of the project that ran out. */
export async function endLostLeases(tx: Tx, projectId: string, now: Date): Promise<void> {
  const lost = await tx.deadLetter.findMany({ where: { projectId, status: 'retrying', leaseUntil: { lte: now } } })
  for (const row of lost) await loseLease(tx, toStored(row), now)
}
