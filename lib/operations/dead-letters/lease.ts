import {
  claimDeadLetters as claimDeadLettersContract,
  type DeadLetterCategory,
  reportDeadLetter as reportDeadLetterContract,
} from '@/lib/contracts/dead-letters'
import type { Db, Tx } from '@/lib/db/client'
import { type DeadLetter, Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { leaseEnd, nextRetryAt } from '@/lib/engine/dead-letters/lifecycle'
import { redactText } from '@/lib/engine/dead-letters/redact'
import { actorName, type ProjectContext } from '../context'
import { AppError } from '../errors'
import { operation } from '../operation'
import { enqueue, type WorkItem } from '../queue/enqueue'
import { redact } from '../redaction/load-redactor'
import { isDue, leaseRows, settleRows, type WorkTable } from '../work/lease'
import { logFailure, processEach } from '../work/process-each'
import { addEvents, isDeskOperation, loadDeadLetter, type StoredDeadLetter, toStored, toView } from './store'

const DEAD_LETTERS: WorkTable<'deadLetter'> = { model: 'deadLetter', key: 'id', open: ['pending'], held: 'retrying' }

type LeaseInput = {
  projectId: string
  /** Restricts the due items, with alias `w`. */
  where: Prisma.Sql
  limit: number
  by: string
  now: Date
}

/** Leases due items to one worker, the longest due first. */
export async function lease(tx: Tx, { where, ...input }: LeaseInput): Promise<StoredDeadLetter[]> {
  const { projectId, by, now } = input
  const until = leaseEnd(now)
  const leases = await leaseRows(tx, DEAD_LETTERS, {
    ...input,
    where: Prisma.sql`${isDue(now)} AND ${where}`,
    orderBy: Prisma.sql`w.next_at, w.id`,
    until,
    set: Prisma.sql`updated_at = ${now}`,
  })
  if (leases.length === 0) return []
  const ids = leases.map(({ id }) => id)
  const rows = await tx.deadLetter.findMany({ where: { projectId, id: { in: ids } }, orderBy: { id: 'asc' } })
  const items = rows.flatMap(readRow)
  const started = items.map(({ id, attempts }) => {
    return { deadLetterId: id, kind: 'retried' as const, by, note: `Attempt ${attempts}` }
  })
  await addEvents(tx, projectId, now, started)
  await enqueue(
    tx,
    ids.map((id) => ({ name: 'dead-letter-retry', data: { projectId, id }, at: until })),
  )
  return items
}

/** Skips an unreadable item, so that it does not block the others: its lease expires, and the sweep reports it. */
function readRow(row: DeadLetter): StoredDeadLetter[] {
  try {
    return [toStored(row)]
  } catch (error) {
    logFailure('dead_letter', row, error)
    return []
  }
}

/** Releases the lease of one item if it expired. */
export async function endLostLease(tx: Tx, { projectId, id }: WorkItem, now: Date): Promise<void> {
  const row = await tx.deadLetter.findFirst({ where: { projectId, id, status: 'retrying', leaseUntil: { lte: now } } })
  if (row) await loseLease(tx, toStored(row), now)
}

/** Releases every expired lease of the project, each in a separate transaction. */
async function endLostLeases(db: Db, projectId: string, now: Date): Promise<void> {
  const lost = await db.deadLetter.findMany({
    where: { projectId, status: 'retrying', leaseUntil: { lte: now } },
    select: { projectId: true, id: true },
  })
  await processEach({ db, kind: 'dead_letter', now }, lost, (item) =>
    inTransaction({ db }, (tx) => endLostLease(tx, item, now)),
  )
}

export type Outcome =
  | { isSuccess: true; note?: string | undefined }
  | { isSuccess: false; error: string; category?: DeadLetterCategory | undefined; note?: string | undefined }

/** Ends an attempt that still holds its lease; returns null if it does not. A failed item waits for its next retry. */
export async function settle(
  tx: Tx,
  item: StoredDeadLetter,
  { by, outcome, now }: { by: string; outcome: Outcome; now: Date },
): Promise<StoredDeadLetter | null> {
  if (item.leaseUntil === null || item.leaseUntil <= now) return null
  const note = outcome.note === undefined ? null : redactText(outcome.note)
  if (outcome.isSuccess) return end(tx, item, { kind: 'resolved', status: 'resolved', by, note, now })
  const error = redactText(outcome.error)
  return end(tx, item, { kind: 'failed', status: 'pending', by, note, error, category: outcome.category, now })
}

/** Ends an expired lease: its holder is gone, and the attempt counts as failed. */
function loseLease(tx: Tx, item: StoredDeadLetter, now: Date): Promise<StoredDeadLetter | null> {
  const note = `Nothing was heard within five minutes of attempt ${item.attempts}.`
  return end(tx, item, { kind: 'lease_lost', status: 'pending', by: item.leasedBy ?? 'nobody', note, now })
}

type End = {
  kind: 'resolved' | 'failed' | 'lease_lost'
  status: 'resolved' | 'pending'
  by: string
  note: string | null
  error?: string
  category?: DeadLetterCategory | undefined
  now: Date
}

async function end(tx: Tx, item: StoredDeadLetter, ended: End): Promise<StoredDeadLetter | null> {
  const { projectId, id, attempts, leaseUntil } = item
  const { kind, status, by, note, error, category = item.category, now } = ended
  const nextAt = status === 'pending' ? nextRetryAt({ ...item, category }, now) : null
  const row = { id, attempt: attempts, leaseUntil, status, nextAt, updatedAt: now }
  const isHeld = await settleRows(tx, DEAD_LETTERS, { projectId }, [{ ...row, error: error ?? item.error, category }])
  if (!isHeld.has(id)) return null
  await addEvents(tx, projectId, now, [{ deadLetterId: id, kind, by, note, ...(error !== undefined && { error }) }])
  if (nextAt && isDeskOperation(item.operation))
    await enqueue(tx, [{ name: 'dead-letter-retry', data: { projectId, id }, at: nextAt }])
  return loadDeadLetter(tx, projectId, id)
}

/** Leases due items whose operation has the given prefix. Two workers never get the same item. */
export const claimDeadLetters = operation(
  claimDeadLettersContract,
  async (ctx, { operation: prefix, limit, worker }) => {
    const now = ctx.now()
    const projectId = ctx.project.id
    const by = holderName(actorName(ctx.actor), worker)
    await endLostLeases(ctx.db, projectId, now)
    const where = Prisma.sql`starts_with(w.operation, ${prefix})`
    const items = await inTransaction(ctx, (tx) => lease(tx, { projectId, where, limit, by, now }))
    return {
      claimed: items.map((item) => ({ ...toView(item, now), attempt: item.attempts })),
      leaseUntil: leaseEnd(now).toISOString(),
    }
  },
)

/** The lease holder's name: the actor, and which of its workers. */
function holderName(actor: string, worker: string | undefined): string {
  return worker === undefined ? actor : `${actor}, ${worker}`
}

/** Records the outcome of a claimed item, from the actor that claimed it. An expired lease is refused: the item waits again. */
export const reportDeadLetter = operation(
  reportDeadLetterContract,
  async (ctx, { deadLetterId, attempt, outcome, category, ...words }) => {
    const { error = '', note } = await redact(ctx.db, ctx.project.id, words)
    const reported: Outcome =
      outcome === 'success' ? { isSuccess: true, note } : { isSuccess: false, error, category, note }
    const projectId = ctx.project.id
    const item = await inTransaction(ctx, async (tx) => {
      const known = await loadDeadLetter(tx, projectId, deadLetterId)
      refuseUnlessHeld(ctx, known, attempt)
      const by = known.leasedBy ?? actorName(ctx.actor)
      const settled = await settle(tx, known, { by, outcome: reported, now: ctx.now() })
      if (!settled) throw leaseIsOver(attempt)
      return settled
    })
    return { item: toView(item, ctx.now()) }
  },
)

function refuseUnlessHeld(ctx: ProjectContext, item: StoredDeadLetter, attempt: number): void {
  const actor = actorName(ctx.actor)
  if (item.status !== 'retrying' || item.attempts !== attempt) throw leaseIsOver(attempt)
  if (item.leasedBy !== actor && !item.leasedBy?.startsWith(`${actor}, `))
    throw new AppError('conflict', `this item is claimed by ${item.leasedBy}`)
}

function leaseIsOver(attempt: number): AppError {
  return new AppError(
    'conflict',
    `attempt ${attempt} no longer holds this item: its lease ended, or its outcome is known`,
    [{ path: 'attempt', message: 'no longer holds the item; claim it again' }],
  )
}
