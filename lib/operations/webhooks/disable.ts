import type { EndpointEnd } from '@/lib/contracts/webhooks'
import type { Tx } from '@/lib/db/client'
import { log } from '@/lib/log'
import { audit } from '../audit'
import { adminIds } from '../members/roles'
import { notify } from '../notifications/notify'

/** Why an endpoint was disabled automatically: the case, and a sentence for people. */
export type DisableReason = { by: Exclude<EndpointEnd, 'person'>; why: string }
type Disabling = DisableReason & { projectId: string; endpointId: string; at: Date }

/** Disables an endpoint because of its responses, with an audit event and a notification. A person must enable it again. */
export async function disableEndpoint(tx: Tx, { projectId, endpointId, by, why, at }: Disabling): Promise<void> {
  const { name } = await tx.webhookEndpoint.update({
    where: { projectId_id: { projectId, id: endpointId } },
    data: { disabledAt: at, disabledBy: by, disabledWhy: why },
  })
  await giveUpWaiting(tx, projectId, endpointId, at)
  const project = await tx.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { id: true, slug: true, name: true },
  })
  const actor = { kind: 'system' as const, name: 'Webhooks', project }
  const after = { isEnabled: false, why }
  await audit(
    tx,
    { actor, project, now: () => at },
    'webhook.disabled',
    `webhook:${endpointId}`,
    { isEnabled: true },
    after,
  )
  const notice = {
    userIds: await adminIds(tx, projectId),
    kind: 'webhook_disabled' as const,
    text: `The webhook ${name} was switched off. ${why}`,
    link: `/settings/webhooks?endpoint=${endpointId}`,
  }
  await notify(tx, projectId, [notice], at)
  log.warn({ project: project.slug, endpoint: endpointId, why }, 'a webhook endpoint was switched off')
}

/** Fails the waiting deliveries of a disabled endpoint; they can be replayed. */
export async function giveUpWaiting(tx: Tx, projectId: string, endpointId: string, at: Date): Promise<void> {
  await tx.webhookDelivery.updateMany({
    where: { projectId, endpointId, status: 'waiting' },
    data: { status: 'failed', nextAt: null, updatedAt: at },
  })
}
