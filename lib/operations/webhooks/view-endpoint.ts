import type { EndpointView } from '@/lib/contracts/webhooks'
import type { Db, Tx } from '@/lib/db/client'
import type { WebhookEndpoint } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { loadLogs } from './endpoint-log'
import { toEndpointView } from './endpoint-row'

/** Endpoints as the one who asks may see them. */
export async function viewEndpoints(
  db: Db | Tx,
  ctx: ProjectContext,
  rows: readonly WebhookEndpoint[],
): Promise<EndpointView[]> {
  const ids = rows.map((row) => row.id)
  const logOf = await loadLogs(db, ctx.project.id, ids, ctx.now())
  return rows.map((row) => toEndpointView(ctx, row, logOf(row.id)))
}

export async function viewEndpoint(db: Db | Tx, ctx: ProjectContext, row: WebhookEndpoint): Promise<EndpointView> {
  const logOf = await loadLogs(db, ctx.project.id, [row.id], ctx.now())
  return toEndpointView(ctx, row, logOf(row.id))
}
