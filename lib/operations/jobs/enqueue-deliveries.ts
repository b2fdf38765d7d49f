import type PgBoss from 'pg-boss'
import type { Db, Tx } from '@/lib/db/client'
import { createBoss, installQueues, within } from './boss'
import { WEBHOOK_DELIVER, type WebhookDeliverJob } from './queues'

type Due = WebhookDeliverJob & { at: Date }

let sender: PgBoss | undefined

/** Has what waits for each endpoint sent at that time, once the caller's transaction commits. A sweep finds what an alarm misses. */
export async function enqueueDeliveries(tx: Tx | Db, endpoints: readonly Due[]): Promise<void> {
  if (endpoints.length === 0) return
  await installQueues()
  sender ??= createBoss(false)
  const jobs = endpoints.map(({ projectId, endpointId, at }) => {
    const data: WebhookDeliverJob = { projectId, endpointId }
    return { name: WEBHOOK_DELIVER, data, startAfter: at.toISOString() }
  })
  await sender.insert(jobs, { db: within(tx) })
}
