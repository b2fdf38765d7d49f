import { rotateSecret as contract } from '@/lib/contracts/webhooks'
import { audit } from '../audit'
import { inTransaction } from '../context'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { lockEndpoint, sealOldSecret, sealSecret } from './endpoint-row'
import { mintSigningSecret } from './sign'
import { viewEndpoint } from './view-endpoint'

const OVERLAP_MS = 24 * 3_600_000

/** For a day both secrets sign, so that the receiver can change over at any moment in it. */
export const rotateSecret = operation(contract, (ctx, { endpointId }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const before = await lockEndpoint(tx, projectId, endpointId)
    const secret = mintSigningSecret()
    const until = new Date(ctx.now().getTime() + OVERLAP_MS)
    const after = await tx.webhookEndpoint.update({
      where: { projectId_id: { projectId, id: endpointId } },
      data: { secret: sealSecret(before, secret), oldSecret: sealOldSecret(before, until) },
    })
    const told = { oldSecretUntil: until.toISOString() }
    await audit(tx, ctx, 'webhook.rotate', `webhook:${endpointId}`, null, told)
    await announce(tx, { project: projectId, topic: 'webhooks', id: endpointId })
    return { endpoint: await viewEndpoint(tx, ctx, after), secret }
  }),
)
