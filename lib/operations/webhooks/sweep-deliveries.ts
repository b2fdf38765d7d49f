import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { enqueueDeliveries } from '../jobs/enqueue-deliveries'
import type { WebhookDeliverJob } from '../jobs/queues'
import { isNotHeldBack } from '../work/failing-work'

/** Sets the alarm anew of every endpoint, in every project, that has something due: after a kill, and for what an alarm missed. */
export async function sweepDeliveries(db: Db, now: Date): Promise<void> {
  const due = await db.$queryRaw<WebhookDeliverJob[]>`
    SELECT e.project_id AS "projectId", e.id AS "endpointId" FROM webhook_endpoint e
    WHERE e.disabled_at IS NULL AND EXISTS (
      SELECT 1 FROM webhook_delivery d
      WHERE d.project_id = e.project_id AND d.endpoint_id = e.id AND d.status = 'waiting' AND d.next_at <= ${now}
        AND (d.lease_until IS NULL OR d.lease_until <= ${now}))
      AND ${isNotHeldBack('webhook', Prisma.sql`e.project_id`, Prisma.sql`e.id`, now)}`
  await enqueueDeliveries(
    db,
    due.map((endpoint) => ({ ...endpoint, at: now })),
  )
}
