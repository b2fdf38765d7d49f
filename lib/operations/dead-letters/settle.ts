import type { DeadLetterCategory } from '@/lib/contracts/dead-letters'
import type { Tx } from '@/lib/db/client'
import { nextRetryAt } from '@/lib/engine/dead-letters/next-retry'
import { redactText } from '@/lib/engine/dead-letters/redact-text'
import { enqueueRetries } from '../jobs/enqueue-retries'
import { addEvents } from './add-event'
import { type StoredDeadLetter, toStored } from './dead-letter-row'
import { isDeskOperation } from './desk-operations'

/** An attempt in whose name an outcome is told; no other can end it. */
export type Attempt = { projectId: string; id: string; attempt: number; by: string }

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
export async function loseLease(tx: Tx, item: StoredDeadLetter, now: Date): Promise<void> {
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
