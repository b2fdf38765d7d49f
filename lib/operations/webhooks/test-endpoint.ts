import { v7 as uuid } from 'uuid'
import { testEndpoint as contract } from '@/lib/contracts/webhooks'
import { toStorableJson } from '@/lib/db/rows'
import { audit } from '../audit'
import { actorName, inTransaction } from '../context'
import { operation } from '../operation'
import { deliverOne } from './deliver'
import { loadDelivery, TEST_TYPE } from './delivery-row'
import { toPayload } from './emit'
import { loadEndpoint } from './endpoint-row'

/** Sent from here and not by a worker, so that the answer tells what came back; also to an endpoint that is off. */
export const testEndpoint = operation(contract, async (ctx, { endpointId }) => {
  const projectId = ctx.project.id
  const messageId = uuid()
  const summary = `${actorName(ctx.actor)} sent this to see that it arrives.`
  await inTransaction(ctx, async (tx) => {
    await loadEndpoint(tx, projectId, endpointId)
    const at = ctx.now()
    const payload = toPayload({ path: '/settings/webhooks', summary }, ctx.project.slug)
    await tx.$executeRaw`
      INSERT INTO webhook_message (project_id, id, type, payload, at)
      VALUES (${projectId}::uuid, ${messageId}::uuid, ${TEST_TYPE}, ${toStorableJson(payload)}::jsonb, ${at})`
    await tx.webhookDelivery.create({ data: { projectId, messageId, endpointId, nextAt: at, updatedAt: at } })
    await audit(tx, ctx, 'webhook.test', `webhook:${endpointId}`, null, { messageId })
  })
  await deliverOne(ctx.db, { projectId, endpointId, messageId }, ctx.now)
  return { delivery: await loadDelivery(ctx.db, { projectId, endpointId, messageId }) }
})
