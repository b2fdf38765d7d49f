import type { DeliveryAttempt } from '@/lib/contracts/webhooks'
import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import type { WebhookDeliverJob } from '../queue/boss'
import { attemptsOrNone } from './deliveries'
import type { Message } from './send'

/** A delivery that only the holder of this lease may settle. */
export type Leased = { message: Message; attempts: DeliveryAttempt[]; leaseUntil: Date }

type Row = { id: string; type: string; at: Date; payload: unknown; attempts: unknown }

/** Far above the time-out of a request: who has not settled by then is gone. */
const LEASE_MS = 60_000
/** Requests to one endpoint at the same time, over all instances. */
const AT_ONCE = 10

/** Leases what is due at an endpoint that is enabled, the longest due first, as far as it has room. */
export function leaseDue(db: Db, { projectId, endpointId }: WebhookDeliverJob, now: Date): Promise<Leased[]> {
  return lease(
    db,
    now,
    Prisma.sql`
    SELECT d.message_id FROM webhook_delivery d
    WHERE d.project_id = ${projectId}::uuid AND d.endpoint_id = ${endpointId}::uuid AND d.status = 'waiting'
      AND d.next_at <= ${now} AND (d.lease_until IS NULL OR d.lease_until <= ${now})
      AND EXISTS (SELECT 1 FROM webhook_endpoint e
        WHERE e.project_id = d.project_id AND e.id = d.endpoint_id AND e.disabled_at IS NULL)
    ORDER BY d.next_at, d.message_id
    LIMIT greatest(0, ${AT_ONCE}::int - (SELECT count(*)::int FROM webhook_delivery busy
      WHERE busy.project_id = ${projectId}::uuid AND busy.endpoint_id = ${endpointId}::uuid AND busy.status = 'waiting'
        AND busy.lease_until > ${now}))
    FOR UPDATE SKIP LOCKED`,
    { projectId, endpointId },
  )
}

/** Leases this one delivery, also of an endpoint that is switched off; nothing when another holds it. */
export function leaseOne(
  db: Db,
  { messageId, ...endpoint }: WebhookDeliverJob & { messageId: string },
  now: Date,
): Promise<Leased[]> {
  return lease(db, now, Prisma.sql`SELECT ${messageId}::uuid AS message_id`, endpoint)
}

async function lease(
  db: Db,
  now: Date,
  messageIds: Prisma.Sql,
  { projectId, endpointId }: WebhookDeliverJob,
): Promise<Leased[]> {
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const rows = await db.$queryRaw<Row[]>`
    WITH due AS MATERIALIZED (${messageIds})
    UPDATE webhook_delivery d SET lease_until = ${leaseUntil} FROM due, webhook_message m
    WHERE d.project_id = ${projectId}::uuid AND d.endpoint_id = ${endpointId}::uuid AND d.message_id = due.message_id
      AND d.status = 'waiting' AND (d.lease_until IS NULL OR d.lease_until <= ${now})
      AND m.project_id = d.project_id AND m.id = d.message_id
    RETURNING m.id, m.type, m.at, m.payload, d.attempts`
  return rows.map(({ attempts, payload, ...message }) => ({
    message: { ...message, payload },
    attempts: attemptsOrNone(attempts),
    leaseUntil,
  }))
}
