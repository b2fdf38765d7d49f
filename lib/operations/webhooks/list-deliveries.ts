import { z } from 'zod'
import { listDeliveries as contract } from '@/lib/contracts/webhooks'
import { Prisma } from '@/lib/db/generated/client'
import { keysetCursor, positionMs } from '../keyset-cursor'
import { operation } from '../operation'
import { DELIVERY_COLUMNS, type DeliveryRecord, toDeliveryView, withMessage } from './deliveries'
import { loadEndpoint } from './store'

/** Cursor of the list: last update of the delivery in ms since the epoch, and its message id. */
const cursors = keysetCursor(z.tuple([positionMs, z.uuid()]))

export const listDeliveries = operation(contract, async (ctx, { endpointId, status, limit, cursor }) => {
  const projectId = ctx.project.id
  await loadEndpoint(ctx.db, projectId, endpointId)
  const conditions = [Prisma.sql`d.project_id = ${projectId}::uuid AND d.endpoint_id = ${endpointId}::uuid`]
  if (status?.length) conditions.push(Prisma.sql`d.status = ANY(${status}::text[])`)
  if (cursor !== undefined) {
    const [movedMs, id] = cursors.decode(cursor)
    conditions.push(Prisma.sql`(d.updated_at, d.message_id) < (${new Date(movedMs)}::timestamptz, ${id}::uuid)`)
  }
  const rows = await ctx.db.$queryRaw<DeliveryRecord[]>`
    SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery d ${withMessage(projectId)}
    WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY d.updated_at DESC, d.message_id DESC LIMIT ${limit + 1}`
  const { page, next } = cursors.cut(rows, limit, (row) => [row.updatedAt.getTime(), row.messageId])
  return {
    deliveries: page.map(toDeliveryView),
    next,
    now: ctx.now().toISOString(),
  }
})
