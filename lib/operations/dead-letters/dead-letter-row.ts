import { type DeadLetter, deadLetterCategory, deadLetterStatus } from '@/lib/contracts/dead-letters'
import type { DeadLetter as Stored } from '@/lib/db/generated/client'
import { waitsFor } from '@/lib/engine/dead-letters/status'
import { isDeskOperation } from './desk-operations'

export type StoredDeadLetter = Omit<Stored, 'category' | 'status'> & Pick<DeadLetter, 'category' | 'status'>

export function toStored(row: Stored): StoredDeadLetter {
  return { ...row, category: deadLetterCategory.parse(row.category), status: deadLetterStatus.parse(row.status) }
}

/** An item as its readers see it at `now`. */
export function toView({ args, ...row }: StoredDeadLetter, now: Date): DeadLetter {
  return {
    id: row.id,
    sessionId: row.sessionId,
    runKey: row.runKey,
    operation: row.operation,
    args,
    error: row.error,
    category: row.category,
    status: row.status,
    retryCount: row.retryCount,
    createdAt: row.createdAt.toISOString(),
    attempts: row.retryCount,
    maxAttempts: row.maxAttempts,
    nextRetry: row.nextRetryAt?.toISOString() ?? null,
    waitsFor: waitsFor({ ...row, isDeskOperation: isDeskOperation(row.operation) }, now),
    leaseUntil: row.leaseUntil?.toISOString() ?? null,
    leasedBy: row.leasedBy,
    updatedAt: row.updatedAt.toISOString(),
  }
}
