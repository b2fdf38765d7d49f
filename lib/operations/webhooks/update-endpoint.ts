import { updateEndpoint as contract } from '@/lib/contracts/webhooks'
import type { WebhookEndpoint } from '@/lib/db/generated/client'
import { audit } from '../audit'
import { actorName, inTransaction } from '../context'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { giveUpWaiting } from './disable-endpoint'
import { hostOf, lockEndpoint } from './endpoint-row'
import { refusePrivate } from './refuse-private'
import { viewEndpoint } from './view-endpoint'

/** Switched on again, an endpoint starts with a clean record of failures. */
export const updateEndpoint = operation(contract, async (ctx, { endpointId, isEnabled, name, url, form, events }) => {
  if (url !== undefined) await refusePrivate(url)
  const projectId = ctx.project.id
  return inTransaction(ctx, async (tx) => {
    const before = await lockEndpoint(tx, projectId, endpointId)
    const wasEnabled = before.disabledAt === null
    const isSwitchedOff = isEnabled === false && wasEnabled
    const after = await tx.webhookEndpoint.update({
      where: { projectId_id: { projectId, id: endpointId } },
      data: {
        ...(name !== undefined && { name }),
        ...(url !== undefined && { url }),
        ...(form !== undefined && { form }),
        ...(events !== undefined && { events }),
        ...(isSwitchedOff && {
          disabledAt: ctx.now(),
          disabledBy: 'person',
          disabledWhy: `${actorName(ctx.actor)} switched it off.`,
        }),
        ...(isEnabled === true &&
          !wasEnabled && { disabledAt: null, disabledBy: null, disabledWhy: null, failures: 0 }),
      },
    })
    if (isSwitchedOff) await giveUpWaiting(tx, projectId, endpointId, ctx.now())
    await audit(tx, ctx, 'webhook.update', `webhook:${endpointId}`, onRecord(before), onRecord(after))
    await announce(tx, { project: projectId, topic: 'webhooks', id: endpointId })
    return { endpoint: await viewEndpoint(tx, ctx, after) }
  })
})

function onRecord({ name, url, form, events, disabledAt }: WebhookEndpoint) {
  return { name, host: hostOf(url), form, events, isEnabled: disabledAt === null }
}
