import { z } from 'zod'
import {
  listDeliveries as contract,
  type DeliveryAttempt,
  type DeliveryView,
  deliveryAttempt,
  deliveryState,
  replayDeliveries as replayDeliveriesContract,
  replayDelivery as replayDeliveryContract,
} from '@/lib/contracts/webhooks'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { WEBHOOK_RETRIES } from '@/lib/engine/webhooks/answer'
import { audit } from '../audit'
import { actorName } from '../context'
import { AppError, invalidInput, notFound } from '../errors'
import { keysetCursor, positionMs } from '../keyset-cursor'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { enqueue } from '../queue/enqueue'
import { loadEndpoint, lockEnabled } from './store'

export const TEST_TYPE = 'webhook.test'
const KEPT_ATTEMPTS = 50

type DeliveryRecord = {
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
const DELIVERY_COLUMNS = Prisma.sql`
  d.message_id AS "messageId", d.endpoint_id AS "endpointId", m.type, d.status, d.history, d.next_at AS "nextAt",
  m.at AS "createdAt", d.updated_at AS "updatedAt"`

const withMessage = (projectId: string) =>
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
function replayMark(by: string, at: Date): DeliveryAttempt {
  return { kind: 'replay', at: at.toISOString(), by, status: null, error: null, ms: null, response: null }
}

/** A test is sent once; other messages as often as the retry table allows. */
export function maxAttemptsOf(type: string): number {
  return type === TEST_TYPE ? 1 : WEBHOOK_RETRIES.waitsMs.length
}

function toDeliveryView({ history, ...row }: DeliveryRecord): DeliveryView {
  return {
    ...row,
    status: deliveryState.parse(row.status),
    attempts: readAttempts(history),
    nextAt: row.nextAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Hides the responses from all but admins, who configure endpoints: a response may contain secrets of the receiver. */
function withoutResponses(delivery: DeliveryView): DeliveryView {
  return { ...delivery, attempts: delivery.attempts.map((attempt) => ({ ...attempt, response: null })) }
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
  const deliveries = page.map(toDeliveryView)
  return {
    deliveries: ctx.role === 'admin' ? deliveries : deliveries.map(withoutResponses),
    next,
    now: ctx.now().toISOString(),
  }
})

/** Sends a delivery again under the same id, so that the receiver can detect a duplicate. A waiting one is sent immediately. */
export const replayDelivery = operation(replayDeliveryContract, (ctx, { endpointId, messageId }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    await lockEnabled(tx, projectId, endpointId)
    const key = { projectId, messageId, endpointId }
    const [held] = await tx.$queryRaw<{ leaseUntil: Date | null }[]>`
      SELECT lease_until AS "leaseUntil" FROM webhook_delivery
      WHERE project_id = ${projectId}::uuid AND message_id = ${messageId}::uuid AND endpoint_id = ${endpointId}::uuid FOR UPDATE`
    const before = await loadDelivery(tx, key)
    const now = ctx.now()
    if (held?.leaseUntil && held.leaseUntil > now) throw new AppError('conflict', 'it is being sent at this moment')
    await tx.webhookDelivery.update({
      where: { projectId_messageId_endpointId: key },
      data: {
        status: 'waiting',
        attempts: 0,
        history: withAttempt(before.attempts, replayMark(actorName(ctx.actor), now)),
        nextAt: now,
        leaseUntil: null,
        updatedAt: now,
      },
    })
    await enqueue(tx, [{ name: 'webhook-deliver', data: { projectId, id: endpointId }, at: now }])
    const after = { messageId, type: before.type }
    await audit(tx, ctx, 'webhook.replay', {
      subject: `webhook:${endpointId}`,
      before: { status: before.status },
      after,
    })
    await announce(tx, { project: projectId, topic: 'webhooks', id: endpointId })
    return { delivery: await loadDelivery(tx, key) }
  }),
)

/** Maximum deliveries replayed by one call, which locks them for about a second. */
const REPLAYED_MAX = 5000

type Endpoint = { projectId: string; endpointId: string }

/** {@link replayDelivery} for many, in one statement. */
export const replayDeliveries = operation(replayDeliveriesContract, (ctx, { endpointId, messageIds, since }) =>
  inTransaction(ctx, async (tx) => {
    const endpoint = { projectId: ctx.project.id, endpointId }
    await lockEnabled(tx, endpoint.projectId, endpointId)
    if (messageIds) await assertKnown(tx, endpoint, messageIds)
    const chosen = messageIds
      ? Prisma.sql`d.message_id = ANY(${messageIds}::uuid[])`
      : failedSince(endpoint.projectId, since)
    const asked = await count(tx, endpoint, chosen)
    const now = ctx.now()
    const replayed = await sendAgain(tx, endpoint, chosen, actorName(ctx.actor), now)
    if (replayed > 0) {
      await enqueue(tx, [{ name: 'webhook-deliver', data: { projectId: endpoint.projectId, id: endpointId }, at: now }])
      const which = messageIds ? { messageIds } : { failed: true, ...(since !== undefined && { since }) }
      await audit(tx, ctx, 'webhook.replay', {
        subject: `webhook:${endpointId}`,
        after: { messages: replayed, ...which },
      })
      await announce(tx, { project: endpoint.projectId, topic: 'webhooks', id: endpointId })
    }
    return { replayed, left: asked - replayed }
  }),
)

/** Without tests, which were about the moment they were sent in. */
function failedSince(projectId: string, since: string | undefined): Prisma.Sql {
  const isLate = since === undefined ? Prisma.empty : Prisma.sql`AND m.at >= ${new Date(since)}`
  return Prisma.sql`d.status = 'failed' AND EXISTS (SELECT 1 FROM webhook_message m
    WHERE m.project_id = ${projectId}::uuid AND m.id = d.message_id AND m.type <> ${TEST_TYPE} ${isLate})`
}

const of = ({ projectId, endpointId }: Endpoint) =>
  Prisma.sql`d.project_id = ${projectId}::uuid AND d.endpoint_id = ${endpointId}::uuid`

async function count(tx: Tx, endpoint: Endpoint, chosen: Prisma.Sql): Promise<number> {
  const [row] = await tx.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM webhook_delivery d WHERE ${of(endpoint)} AND ${chosen}`
  return row?.n ?? 0
}

/** Makes the oldest chosen deliveries that are not being sent due immediately, with fresh retries. */
function sendAgain(tx: Tx, endpoint: Endpoint, chosen: Prisma.Sql, by: string, now: Date): Promise<number> {
  const mark = JSON.stringify([replayMark(by, now)])
  return tx.$executeRaw`
    WITH due AS MATERIALIZED (
      SELECT d.message_id FROM webhook_delivery d
      WHERE ${of(endpoint)} AND ${chosen} AND (d.lease_until IS NULL OR d.lease_until <= ${now})
      ORDER BY d.message_id LIMIT ${REPLAYED_MAX} FOR UPDATE)
    UPDATE webhook_delivery d SET status = 'waiting', next_at = ${now}, lease_until = NULL, updated_at = ${now},
      attempts = 0, history = (CASE WHEN jsonb_array_length(d.history) < ${KEPT_ATTEMPTS} THEN d.history ELSE d.history - 0 END)
        || ${mark}::jsonb
    WHERE ${of(endpoint)} AND d.message_id = ANY (ARRAY(SELECT message_id FROM due))`
}

/** @throws invalid_input naming each message that was never sent to this endpoint */
async function assertKnown(tx: Tx, { projectId, endpointId }: Endpoint, messageIds: readonly string[]): Promise<void> {
  const rows = await tx.webhookDelivery.findMany({
    where: { projectId, endpointId, messageId: { in: [...messageIds] } },
    select: { messageId: true },
  })
  const known = new Set(rows.map(({ messageId }) => messageId))
  const unknown = messageIds.flatMap((messageId, index) =>
    known.has(messageId) ? [] : [{ path: `messageIds[${index}]`, message: 'was never sent to this endpoint' }],
  )
  if (unknown.length > 0) throw invalidInput(unknown)
}
