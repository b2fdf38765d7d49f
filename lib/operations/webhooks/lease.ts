import type { DeliveryAttempt } from '@/lib/contracts/webhooks'
import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import type { WorkItem } from '../queue/enqueue'
import { isDue, type Lease, leaseRows, type WorkTable } from '../work/lease'
import { attemptsOrNone } from './deliveries'
import type { Message } from './send'

export const DELIVERIES: WorkTable<'webhookDelivery'> = {
  model: 'webhookDelivery',
  key: 'messageId',
  open: ['waiting'],
  held: 'waiting',
}

/** A leased delivery, which only the lease's holder may settle, with its attempts so far. */
export type LeasedDelivery = Lease & { message: Message; history: DeliveryAttempt[] }

type Row = { id: string; type: string; at: Date; payload: unknown; history: unknown }

/** Far above the request time-out: a holder that has not settled by then has died. */
const LEASE_MS = 60_000
/** Maximum concurrent requests to one endpoint, across instances. */
const AT_ONCE = 10

/** Scope of the rows `w` of one endpoint. */
export const ofEndpoint = ({ projectId, id }: WorkItem) => ({
  projectId,
  scope: Prisma.sql`w.endpoint_id = ${id}::uuid`,
})

/** Leases due deliveries of an enabled endpoint, longest due first, up to its concurrency limit. */
export function leaseDue(db: Db, endpoint: WorkItem, now: Date): Promise<LeasedDelivery[]> {
  const { projectId, id } = endpoint
  const where = Prisma.sql`${isDue(now)} AND EXISTS (SELECT 1 FROM webhook_endpoint e
    WHERE e.project_id = ${projectId}::uuid AND e.id = w.endpoint_id AND e.disabled_at IS NULL)`
  const limit = Prisma.sql`greatest(0, ${AT_ONCE}::int - (SELECT count(*)::int FROM webhook_delivery busy
    WHERE busy.project_id = ${projectId}::uuid AND busy.endpoint_id = ${id}::uuid AND busy.status = 'waiting'
      AND busy.lease_until > ${now}))`
  return lease(db, endpoint, { where, limit, now })
}

/** Leases one delivery, also of a disabled endpoint; empty if another instance holds it. */
export function leaseOne(db: Db, endpoint: WorkItem, messageId: string, now: Date): Promise<LeasedDelivery[]> {
  return lease(db, endpoint, { where: Prisma.sql`w.message_id = ${messageId}::uuid`, limit: 1, now })
}

async function lease(
  db: Db,
  endpoint: WorkItem,
  which: { where: Prisma.Sql; limit: number | Prisma.Sql; now: Date },
): Promise<LeasedDelivery[]> {
  const leases = await leaseRows(db, DELIVERIES, {
    ...ofEndpoint(endpoint),
    ...which,
    orderBy: Prisma.sql`w.next_at, w.message_id`,
    by: 'desk',
    until: new Date(which.now.getTime() + LEASE_MS),
  })
  if (leases.length === 0) return []
  const rows = await db.$queryRaw<Row[]>`
    SELECT m.id, m.type, m.at, m.payload, d.history FROM webhook_delivery d
    JOIN webhook_message m ON m.project_id = d.project_id AND m.id = d.message_id
    WHERE d.project_id = ${endpoint.projectId}::uuid AND d.endpoint_id = ${endpoint.id}::uuid
      AND d.message_id = ANY(${leases.map(({ id }) => id)}::uuid[])`
  const held = new Map(leases.map((one) => [one.id, one]))
  return rows.flatMap(({ history, ...message }) => {
    const one = held.get(message.id)
    return one ? [{ ...one, message, history: attemptsOrNone(history) }] : []
  })
}
