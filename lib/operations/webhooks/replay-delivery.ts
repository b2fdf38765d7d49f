import { replayDelivery as contract } from '@/lib/contracts/webhooks'
import { audit } from '../audit'
import { actorName, inTransaction } from '../context'
import { AppError } from '../errors'
import { enqueueDeliveries } from '../jobs/enqueue-deliveries'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { loadDelivery, replayMark, withAttempt } from './delivery-row'
import { lockEnabled } from './endpoint-row'

/** Sent again under the same id, so that a receiver that had it can tell. What still waits is sent now instead of later. */
export const replayDelivery = operation(contract, (ctx, { endpointId, messageId }) =>
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
        attempts: withAttempt(before.attempts, replayMark(actorName(ctx.actor), now)),
        nextAt: now,
        leaseUntil: null,
        updatedAt: now,
      },
    })
    await enqueueDeliveries(tx, [{ projectId, endpointId, at: now }])
    const after = { messageId, type: before.type }
    await audit(tx, ctx, 'webhook.replay', `webhook:${endpointId}`, { status: before.status }, after)
    await announce(tx, { project: projectId, topic: 'webhooks', id: endpointId })
    return { delivery: await loadDelivery(tx, key) }
  }),
)
