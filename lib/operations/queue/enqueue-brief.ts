import type { WebhookEventType } from '@/lib/contracts/webhooks'
import type { Tx } from '@/lib/db/client'
import { enqueue } from './enqueue'

const EVENT: WebhookEventType = 'brief.ready'

/** Enqueues the brief of a rejected run or gate, if an endpoint subscribes to it. */
export async function enqueueBrief(tx: Tx, projectId: string, kind: 'run' | 'gate', id: string): Promise<void> {
  const wanted = await tx.webhookEndpoint.findFirst({
    where: { projectId, disabledAt: null, events: { has: EVENT } },
    select: { id: true },
  })
  if (wanted) await enqueue(tx, [{ name: 'brief-ready', data: { projectId, kind, id } }])
}
