import type { Db, Tx } from '@/lib/db/client'
import { insertJobs } from './insert-jobs'
import { WEBHOOK_DELIVER, type WebhookDeliverJob } from './queues'

type Due = WebhookDeliverJob & { at: Date }

/** Has what waits for each endpoint sent at that time, once the caller's transaction commits. A sweep finds what an alarm misses. */
export function enqueueDeliveries(tx: Tx | Db, endpoints: readonly Due[]): Promise<void> {
  const jobs = endpoints.map(({ projectId, endpointId, at }) => {
    const data: WebhookDeliverJob = { projectId, endpointId }
    return { name: WEBHOOK_DELIVER, data, at } as const
  })
  return insertJobs(tx, jobs)
}
