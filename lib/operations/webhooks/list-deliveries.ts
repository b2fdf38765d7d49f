import { z } from 'zod'
import { listDeliveries as contract } from '@/lib/contracts/webhooks'
import { Prisma } from '@/lib/db/generated/client'
import { invalidInput } from '../errors'
import { operation } from '../operation'
import { DELIVERY_COLUMNS, type DeliveryRecord, toDeliveryView, WITH_MESSAGE } from './delivery-row'
import { loadEndpoint } from './endpoint-row'

/** Where the list stopped: when that delivery last moved, in ms since the epoch, and the id of its message. */
const position = z.tuple([z.number().int(), z.uuid()])

export const listDeliveries = operation(contract, async (ctx, { endpointId, status, limit, cursor }) => {
  const projectId = ctx.project.id
  await loadEndpoint(ctx.db, projectId, endpointId)
  const conditions = [Prisma.sql`d.project_id = ${projectId}::uuid AND d.endpoint_id = ${endpointId}::uuid`]
  if (status?.length) conditions.push(Prisma.sql`d.status = ANY(${status}::text[])`)
  if (cursor !== undefined) {
    const [movedMs, id] = readCursor(cursor)
    conditions.push(Prisma.sql`(d.updated_at, d.message_id) < (${new Date(movedMs)}::timestamptz, ${id}::uuid)`)
  }
  const rows = await ctx.db.$queryRaw<DeliveryRecord[]>`
    SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery d ${WITH_MESSAGE}
    WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY d.updated_at DESC, d.message_id DESC LIMIT ${limit + 1}`
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    deliveries: page.map(toDeliveryView),
    next: rows.length > limit && last ? toCursor([last.updatedAt.getTime(), last.messageId]) : null,
    now: ctx.now().toISOString(),
  }
})

function toCursor(at: z.infer<typeof position>): string {
  return Buffer.from(JSON.stringify(at)).toString('base64url')
}

function readCursor(cursor: string): z.infer<typeof position> {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidInput([{ path: 'cursor', message: 'is not a cursor of this list' }])
  }
}
