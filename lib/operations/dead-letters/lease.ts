import type { DeadLetterCategory } from '@/lib/contracts/dead-letters'
import type { Db, Tx } from '@/lib/db/client'
import type { DeadLetter, Prisma } from '@/lib/db/generated/client'
import { leaseEnd, nextRetryAt } from '@/lib/engine/dead-letters/lifecycle'
import { redactText } from '@/lib/engine/dead-letters/redact'
import { inTransaction } from '../context'
import { enqueueRetries } from '../queue/enqueue'
import type { WorkItem } from '../work/failing-work'
import { logFailure, processEach } from '../work/process-each'
import { addEvents, isDeskOperation, type StoredDeadLetter, toStored } from './store'

type LeaseInput = {
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

/** An attempt in whose name an outcome is told; no other can end it. */
type Attempt = { projectId: string; id: string; attempt: number; by: string }

export type Outcome =
  | { isSuccess: true; note?: string | undefined }
  | { isSuccess: false; error: string; category?: DeadLetterCategory | undefined; note?: string | undefined }

const ENDED = { leaseUntil: null, leasedBy: null } as const

/** Ends an attempt that still holds its lease; null when it holds it no longer. */
export async function settle(tx: Tx, attempt: Attempt, outcome: Outcome, now: Date): Promise<StoredDeadLetter | null> {
  const { projectId, id, by } = attempt
  const held = { projectId, id, status: 'retrying', retryCount: attempt.attempt, leaseUntil: { gt: now } }
  const note = outcome.note === undefined ? null : redactText(outcome.note)
  if (outcome.isSuccess) {
    const data = { ...ENDED, status: 'resolved', nextRetryAt: null, updatedAt: now }
    const [row] = await tx.deadLetter.updateManyAndReturn({ where: held, data })
    if (row) await addEvents(tx, projectId, now, [{ deadLetterId: id, kind: 'resolved', by, note }])
    return row ? toStored(row) : null
  }
  const error = redactText(outcome.error)
  const [row] = await tx.deadLetter.updateManyAndReturn({
    where: held,
    data: { ...ENDED, error, ...(outcome.category && { category: outcome.category }), updatedAt: now },
  })
  if (!row) return null
  await addEvents(tx, projectId, now, [{ deadLetterId: id, kind: 'failed', by, error, note }])
  return waitAgain(tx, toStored(row), now)
}

/** Ends a lease that ran out: who held it is gone, and the attempt is lost. */
async function loseLease(tx: Tx, item: StoredDeadLetter, now: Date): Promise<void> {
  const [row] = await tx.deadLetter.updateManyAndReturn({
    where: { projectId: item.projectId, id: item.id, status: 'retrying', leaseUntil: { lte: now } },
    data: { ...ENDED, updatedAt: now },
  })
  if (!row) return
  const by = item.leasedBy ?? 'nobody'
  const note = `Nothing was heard within five minutes of attempt ${item.retryCount}.`
  await addEvents(tx, item.projectId, now, [{ deadLetterId: item.id, kind: 'lease_lost', by, note }])
  await waitAgain(tx, toStored(row), now)
}

async function waitAgain(tx: Tx, item: StoredDeadLetter, now: Date): Promise<StoredDeadLetter> {
  const { projectId, id } = item
  const nextAt = nextRetryAt(item, now)
  const row = await tx.deadLetter.update({
    where: { projectId_id: { projectId, id } },
    data: { status: 'pending', nextRetryAt: nextAt },
  })
  if (nextAt && isDeskOperation(item.operation)) await enqueueRetries(tx, [{ projectId, deadLetterId: id, at: nextAt }])
  return toStored(row)
}
