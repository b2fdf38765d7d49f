import { listEndpoints as contract } from '@/lib/contracts/webhooks'
import { getEnv } from '@/lib/env'
import { operation } from '../operation'
import { viewEndpoints } from './view-endpoint'

export const listEndpoints = operation(contract, async (ctx) => {
  const rows = await ctx.db.webhookEndpoint.findMany({ where: { projectId: ctx.project.id }, orderBy: { id: 'asc' } })
  return {
    endpoints: await viewEndpoints(ctx.db, ctx, rows),
    allowsPrivate: getEnv().VERITAS_ALLOW_PRIVATE_WEBHOOKS,
    now: ctx.now().toISOString(),
  }
})
