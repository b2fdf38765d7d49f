import { v7 as uuid } from 'uuid'
import { createEndpoint as contract } from '@/lib/contracts/webhooks'
import { audit } from '../audit'
import { actorName, inTransaction } from '../context'
import { AppError } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { hostOf, sealSecret } from './endpoint-row'
import { refusePrivate } from './refuse-private'
import { mintSigningSecret } from './sign'
import { viewEndpoint } from './view-endpoint'

const MAX_ENDPOINTS = 50

/** The answer is the only place where the secret is ever shown. */
export const createEndpoint = operation(contract, async (ctx, { name, url, form, events }) => {
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
    await audit(tx, ctx, 'webhook.create', `webhook:${id}`, null, { name, host: hostOf(url), form, events })
    await announce(tx, { project: projectId, topic: 'webhooks' })
    return { endpoint: await viewEndpoint(tx, ctx, row), secret }
  })
})
