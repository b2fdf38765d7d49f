import { v7 as uuid } from 'uuid'
import { DAY_MS } from '@/lib/contracts/durations'
import {
  createEndpoint as createEndpointContract,
  deleteEndpoint as deleteEndpointContract,
  listEndpoints as listEndpointsContract,
  rotateSecret as rotateSecretContract,
  testEndpoint as testEndpointContract,
  updateEndpoint as updateEndpointContract,
} from '@/lib/contracts/webhooks'
import type { WebhookEndpoint } from '@/lib/db/generated/client'
import { toStorableJson } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { getEnv } from '@/lib/env'
import { audit } from '../audit'
import { actorName } from '../context'
import { AppError } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { refusePrivate } from '../outbound/addresses'
import { mintSigningSecret } from '../outbound/secrets'
import { deliverOne, LEASE_MS } from './deliver'
import { loadDelivery, TEST_TYPE } from './deliveries'
import { toPayload } from './emit'
import {
  giveUpWaiting,
  hostOf,
  loadEndpoint,
  lockEndpoint,
  sealOldSecret,
  sealSecret,
  viewEndpoint,
  viewEndpoints,
} from './store'

export const listEndpoints = operation(listEndpointsContract, async (ctx) => {
  const rows = await ctx.db.webhookEndpoint.findMany({ where: { projectId: ctx.project.id }, orderBy: { id: 'asc' } })
  return {
    endpoints: await viewEndpoints(ctx.db, ctx, rows),
    allowsPrivate: getEnv().VERITAS_ALLOW_PRIVATE_WEBHOOKS,
    now: ctx.now().toISOString(),
  }
})

const MAX_ENDPOINTS = 50

/** The response is the only place where the secret is shown. */
export const createEndpoint = operation(createEndpointContract, async (ctx, { name, url, form, events }) => {
  await refusePrivate(url)
  const projectId = ctx.project.id
  const secret = mintSigningSecret()
  const id = uuid()
  return inTransaction(ctx, async (tx) => {
    if ((await tx.webhookEndpoint.count({ where: { projectId } })) >= MAX_ENDPOINTS)
      throw new AppError('conflict', `a project has at most ${MAX_ENDPOINTS} webhook endpoints: remove one first`)
    const row = await tx.webhookEndpoint.create({
      data: {
        projectId,
        id,
        name,
        url,
        form,
        events,
        secret: sealSecret({ projectId, id }, secret),
        createdBy: actorName(ctx.actor),
        createdAt: ctx.now(),
      },
    })
    await audit(tx, ctx, 'webhook.create', {
      subject: `webhook:${id}`,
      after: { name, host: hostOf(url), form, events },
    })
    await announce(tx, { project: projectId, topic: 'webhooks' })
    return { endpoint: await viewEndpoint(tx, ctx, row), secret }
  })
})

/** Enabling an endpoint again resets its count of failures. */
export const updateEndpoint = operation(
  updateEndpointContract,
  async (ctx, { endpointId, isEnabled, name, url, form, events }) => {
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
      await audit(tx, ctx, 'webhook.update', {
        subject: `webhook:${endpointId}`,
        before: onRecord(before),
        after: onRecord(after),
      })
      await announce(tx, { project: projectId, topic: 'webhooks', id: endpointId })
      return { endpoint: await viewEndpoint(tx, ctx, after) }
    })
  },
)

function onRecord({ name, url, form, events, disabledAt }: WebhookEndpoint) {
  return { name, host: hostOf(url), form, events, isEnabled: disabledAt === null }
}

const OVERLAP_MS = DAY_MS

/** Both secrets sign for a day, so that the receiver can switch at any time within it. */
export const rotateSecret = operation(rotateSecretContract, (ctx, { endpointId }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const before = await lockEndpoint(tx, projectId, endpointId)
    const secret = mintSigningSecret()
    const until = new Date(ctx.now().getTime() + OVERLAP_MS)
    const after = await tx.webhookEndpoint.update({
      where: { projectId_id: { projectId, id: endpointId } },
      data: { secret: sealSecret(before, secret), oldSecret: sealOldSecret(before, until) },
    })
    const overlap = { oldSecretUntil: until.toISOString() }
    await audit(tx, ctx, 'webhook.rotate', { subject: `webhook:${endpointId}`, after: overlap })
    await announce(tx, { project: projectId, topic: 'webhooks', id: endpointId })
    return { endpoint: await viewEndpoint(tx, ctx, after), secret }
  }),
)

export const deleteEndpoint = operation(deleteEndpointContract, (ctx, { endpointId }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const { name, url } = await lockEndpoint(tx, projectId, endpointId)
    await tx.webhookDelivery.deleteMany({ where: { projectId, endpointId } })
    await tx.$executeRaw`
      DELETE FROM webhook_message m WHERE m.project_id = ${projectId}::uuid
        AND NOT EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.project_id = ${projectId}::uuid AND d.message_id = m.id)`
    await tx.webhookEndpoint.delete({ where: { projectId_id: { projectId, id: endpointId } } })
    await audit(tx, ctx, 'webhook.delete', { subject: `webhook:${endpointId}`, before: { name, host: hostOf(url) } })
    await announce(tx, { project: projectId, topic: 'webhooks' })
    return { deleted: true as const }
  }),
)

/** Sent directly and not by a worker, so that the response includes the result; also works for a disabled endpoint. */
export const testEndpoint = operation(testEndpointContract, async (ctx, { endpointId }) => {
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
    // Workers find it only if this one dies before it has sent it.
    const nextAt = new Date(at.getTime() + LEASE_MS)
    await tx.webhookDelivery.create({ data: { projectId, messageId, endpointId, nextAt, updatedAt: at } })
    await audit(tx, ctx, 'webhook.test', { subject: `webhook:${endpointId}`, after: { messageId } })
  })
  await deliverOne(ctx.db, { projectId, id: endpointId }, messageId, ctx.now)
  return { delivery: await loadDelivery(ctx.db, { projectId, endpointId, messageId }) }
})
