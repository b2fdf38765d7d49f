import { v7 as uuid } from 'uuid'
import {
  type DeadLetter,
  type DeadLetterCategory,
  type DeadLetterEvent,
  deadLetterCategory,
  deadLetterStatus,
} from '@/lib/contracts/dead-letters'
import type { Db, Tx } from '@/lib/db/client'
import type { DeadLetter as Stored } from '@/lib/db/generated/client'
import { waitsFor } from '@/lib/engine/dead-letters/lifecycle'
import { notFound } from '../errors'
import { announce } from '../live/changes'

export type StoredDeadLetter = Omit<Stored, 'category' | 'status'> & Pick<DeadLetter, 'category' | 'status'>

/** Narrows category and status of a row. @throws ZodError if the database has others */
export function toStored(row: Stored): StoredDeadLetter {
  return { ...row, category: deadLetterCategory.parse(row.category), status: deadLetterStatus.parse(row.status) }
}

/** Returns the API view of an item at `now`. */
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
    retryCount: row.attempts,
    createdAt: row.createdAt.toISOString(),
    attempts: row.attempts,
    maxAttempts: row.maxAttempts,
    nextRetry: row.status === 'pending' ? (row.nextAt?.toISOString() ?? null) : null,
    waitsFor: waitsFor({ ...row, isDeskOperation: isDeskOperation(row.operation) }, now),
    leaseUntil: row.leaseUntil?.toISOString() ?? null,
    leasedBy: row.leasedBy,
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** @throws not_found when the project has no such item */
export async function loadDeadLetter(db: Db | Tx, projectId: string, id: string): Promise<StoredDeadLetter> {
  const row = await db.deadLetter.findUnique({ where: { projectId_id: { projectId, id } } })
  if (!row) throw notFound('dead letter')
  return toStored(row)
}

type NewEvent = {
  deadLetterId: string
  kind: DeadLetterEvent['kind']
  by: string
  error?: string | null
  note?: string | null
}

/** Appends events to the history of items, all at the same time, and notifies open pages. */
export async function addEvents(tx: Tx, projectId: string, at: Date, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx.deadLetterEvent.createMany({ data: events.map((event) => ({ projectId, id: uuid(), at, ...event })) })
  await announce(tx, { project: projectId, topic: 'dead-letters' })
}

/** Operations that Veritas can execute itself. All others wait for a worker that claims them. */
export const DESK_OPERATIONS = ['run:submit', 'judge:evaluate_quality_gate'] as const

export type DeskOperation = (typeof DESK_OPERATIONS)[number]

export function isDeskOperation(operation: string): operation is DeskOperation {
  return DESK_OPERATIONS.some((name) => name === operation)
}

/** A retry that failed again, with a category that determines whether another may help. */
export class RetryFailure extends Error {
  readonly category: DeadLetterCategory

  constructor(message: string, category: DeadLetterCategory) {
    super(message)
    this.category = category
    this.name = 'RetryFailure'
  }
}
