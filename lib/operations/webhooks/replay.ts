import {
  replayDeliveries as replayDeliveriesContract,
  replayDelivery as replayDeliveryContract,
} from '@/lib/contracts/webhooks'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { actorName } from '../context'
import { AppError, invalidInput } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { enqueue } from '../queue/enqueue'
import { KEPT_ATTEMPTS, loadDelivery, replayMark, withAttempt } from './deliveries'
import { lockEnabled } from './store'

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
    await audit(tx, ctx, 'webhook.replay', `webhook:${endpointId}`, { status: before.status }, after)
    await announce(tx, { project: projectId, topic: 'webhooks', id: endpointId })
    return { delivery: await loadDelivery(tx, key) }
  }),
)

/** Maximum deliveries replayed by one call, which locks them for about a second. */
const AT_MOST = 5000

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
      await audit(tx, ctx, 'webhook.replay', `webhook:${endpointId}`, null, { messages: replayed, ...which })
      await announce(tx, { project: endpoint.projectId, topic: 'webhooks', id: endpointId })
    }
    return { replayed, left: asked - replayed }
  }),
)

function failedSince(projectId: string, since: string | undefined): Prisma.Sql {
  if (since === undefined) return Prisma.sql`d.status = 'failed'`
  return Prisma.sql`d.status = 'failed' AND EXISTS (SELECT 1 FROM webhook_message m
    WHERE m.project_id = ${projectId}::uuid AND m.id = d.message_id AND m.at >= ${new Date(since)})`
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
      ORDER BY d.message_id LIMIT ${AT_MOST} FOR UPDATE)
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
