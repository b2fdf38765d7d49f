import { z } from 'zod'
import {
  listDeliveries as contract,
  type DeliveryAttempt,
  type DeliveryView,
  deliveryAttempt,
  deliveryState,
} from '@/lib/contracts/webhooks'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { WEBHOOK_RETRIES } from '@/lib/engine/webhooks/answer'
import { notFound } from '../errors'
import { keysetCursor, positionMs } from '../keyset-cursor'
import { operation } from '../operation'
import { loadEndpoint } from './store'

export const TEST_TYPE = 'webhook.test'
export const KEPT_ATTEMPTS = 50

export type DeliveryRecord = {
  messageId: string
  endpointId: string
  type: string
  status: string
  history: unknown
  nextAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** Columns of a delivery `d` with its message `m`. */
export const DELIVERY_COLUMNS = Prisma.sql`
  d.message_id AS "messageId", d.endpoint_id AS "endpointId", m.type, d.status, d.history, d.next_at AS "nextAt",
  m.at AS "createdAt", d.updated_at AS "updatedAt"`

export const withMessage = (projectId: string) =>
  Prisma.sql`JOIN webhook_message m ON m.project_id = ${projectId}::uuid AND m.id = d.message_id`

/** {@link readAttempts} for sending: an unreadable history does not block the message and starts over. */
export function attemptsOrNone(stored: unknown): DeliveryAttempt[] {
  return z.array(deliveryAttempt).safeParse(stored).data ?? []
}

function readAttempts(stored: unknown): DeliveryAttempt[] {
  return z.array(deliveryAttempt).parse(stored)
}

/** Adds an attempt; drops the oldest beyond the limit. */
export function withAttempt(attempts: readonly DeliveryAttempt[], added: DeliveryAttempt): DeliveryAttempt[] {
  return [...attempts, added].slice(-KEPT_ATTEMPTS)
}

/** The history entry of a replay requested by a person. */
export function replayMark(by: string, at: Date): DeliveryAttempt {
  return { kind: 'replay', at: at.toISOString(), by, status: null, error: null, ms: null, response: null }
}

/** A test is sent once; other messages as often as the retry table allows. */
export function maxAttemptsOf(type: string): number {
  return type === TEST_TYPE ? 1 : WEBHOOK_RETRIES.waitsMs.length
}

export function toDeliveryView({ history, ...row }: DeliveryRecord): DeliveryView {
  return {
    ...row,
    status: deliveryState.parse(row.status),
    attempts: readAttempts(history),
    nextAt: row.nextAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** @throws not_found */
export async function loadDelivery(
  db: Db | Tx,
  { projectId, endpointId, messageId }: { projectId: string; endpointId: string; messageId: string },
): Promise<DeliveryView> {
  const [row] = await db.$queryRaw<DeliveryRecord[]>`
    SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery d ${withMessage(projectId)}
    WHERE d.project_id = ${projectId}::uuid AND d.message_id = ${messageId}::uuid AND d.endpoint_id = ${endpointId}::uuid`
  if (!row) throw notFound('webhook delivery')
  return toDeliveryView(row)
}

/** Cursor of the list: last update of the delivery in ms since the epoch, and its message id. */
const cursors = keysetCursor(z.tuple([positionMs, z.uuid()]))

export const listDeliveries = operation(contract, async (ctx, { endpointId, status, limit, cursor }) => {
  const projectId = ctx.project.id
  await loadEndpoint(ctx.db, projectId, endpointId)
  const conditions = [Prisma.sql`d.project_id = ${projectId}::uuid AND d.endpoint_id = ${endpointId}::uuid`]
  if (status?.length) conditions.push(Prisma.sql`d.status = ANY(${status}::text[])`)
  if (cursor !== undefined) {
    const [movedMs, id] = cursors.decode(cursor)
    conditions.push(Prisma.sql`(d.updated_at, d.message_id) < (${new Date(movedMs)}::timestamptz, ${id}::uuid)`)
  }
  const rows = await ctx.db.$queryRaw<DeliveryRecord[]>`
    SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery d ${withMessage(projectId)}
    WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY d.updated_at DESC, d.message_id DESC LIMIT ${limit + 1}`
  const { page, next } = cursors.cut(rows, limit, (row) => [row.updatedAt.getTime(), row.messageId])
  return {
    deliveries: page.map(toDeliveryView),
    next,
    now: ctx.now().toISOString(),
  }
})
