import type { Db, Tx } from '@/lib/db/client'
import type { DeadLetter, Prisma } from '@/lib/db/generated/client'
import { leaseEnd } from '@/lib/engine/dead-letters/next-retry'
import { inTransaction } from '../context'
import { enqueueRetries } from '../jobs/enqueue-retries'
import type { WorkItem } from '../work/failing-work'
import { logFailure, processEach } from '../work/process-each'
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
  const items = rows.flatMap(readRow)
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

/** One that cannot be read holds up no other: its lease runs out, and the sweep tells of it. */
function readRow(row: DeadLetter): StoredDeadLetter[] {
  try {
    return [toStored(row)]
  } catch (error) {
    logFailure('dead_letter', row, error)
    return []
  }
}

/** Takes back the lease of one item, where it ran out. */
export async function endLostLease(tx: Tx, { projectId, id }: WorkItem, now: Date): Promise<void> {
  const row = await tx.deadLetter.findFirst({ where: { projectId, id, status: 'retrying', leaseUntil: { lte: now } } })
  if (row) await loseLease(tx, toStored(row), now)
}

/** Takes back every lease of the project that ran out, each on its own. */
export async function endLostLeases(db: Db, projectId: string, now: Date): Promise<void> {
  const lost = await db.deadLetter.findMany({
    where: { projectId, status: 'retrying', leaseUntil: { lte: now } },
    select: { projectId: true, id: true },
  })
  await processEach({ db, kind: 'dead_letter', now }, lost, (item) =>
    inTransaction({ db }, (tx) => endLostLease(tx, item, now)),
  )
}
