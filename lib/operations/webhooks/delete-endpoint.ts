import { deleteEndpoint as contract } from '@/lib/contracts/webhooks'
import { audit } from '../audit'
import { inTransaction } from '../context'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { hostOf, lockEndpoint } from './endpoint-row'

export const deleteEndpoint = operation(contract, (ctx, { endpointId }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const { name, url } = await lockEndpoint(tx, projectId, endpointId)
    await tx.webhookDelivery.deleteMany({ where: { projectId, endpointId } })
    await tx.$executeRaw`
      DELETE FROM webhook_message m WHERE m.project_id = ${projectId}::uuid
        AND NOT EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.project_id = m.project_id AND d.message_id = m.id)`
    await tx.webhookEndpoint.delete({ where: { projectId_id: { projectId, id: endpointId } } })
    await audit(tx, ctx, 'webhook.delete', `webhook:${endpointId}`, { name, host: hostOf(url) }, null)
    await announce(tx, { project: projectId, topic: 'webhooks' })
    return { deleted: true as const }
  }),
)
