import { v7 as uuid } from 'uuid'
import type { WebhookEventType } from '@/lib/contracts/webhooks'
import type { Tx } from '@/lib/db/client'
import { batchStatements, insertRows } from '@/lib/db/rows'
import { truncatePayload, type WebhookData } from '@/lib/engine/webhooks/event-data'
import { projectHref } from '@/lib/presentation/links'
import { deskUrl } from '../desk-url'
import { announce } from '../live/changes'
import { enqueue } from '../queue/enqueue'

/** `data` is small texts and numbers. Its `path` below the project's page, like `/gates/<id>`, is sent as the full `url`. */
export type WebhookEvent = { type: WebhookEventType; data: WebhookData }

type Listener = { id: string; events: string[]; slug: string }

/** Queues one event for the endpoints subscribed to it, in the caller's transaction. `at`: when it happened. */
export function emit(tx: Tx, projectId: string, type: WebhookEventType, data: WebhookData, at: Date): Promise<void> {
  return emitAll(tx, projectId, [type], () => [{ type, data }], at)
}

/**
 * {@link emit} for many events in one statement. `make` is called only if some endpoint subscribes to one of `types`, so that
 * without subscribers the cost is one small read.
 */
export async function emitAll(
  tx: Tx,
  projectId: string,
  types: readonly WebhookEventType[],
  make: () => readonly WebhookEvent[] | Promise<readonly WebhookEvent[]>,
  at: Date,
): Promise<void> {
  const listeners = await tx.$queryRaw<Listener[]>`
    SELECT e.id, e.events, p.slug FROM webhook_endpoint e JOIN project p ON p.id = e.project_id
    WHERE e.project_id = ${projectId}::uuid AND e.disabled_at IS NULL AND e.events && ${types}::text[]`
  const [first] = listeners
  if (!first) return
  const wanted = new Set(listeners.flatMap((listener) => listener.events))
  const events = (await make()).filter((event) => wanted.has(event.type))
  if (events.length === 0) return
  const messages = events.map(({ type, data }) => ({
    projectId,
    id: uuid(),
    type,
    payload: toPayload(data, first.slug),
    at,
  }))
  const deliveries = messages.flatMap(({ id, type }) =>
    listeners
      .filter((listener) => listener.events.includes(type))
      .map((listener) => ({ projectId, messageId: id, endpointId: listener.id, nextAt: at, updatedAt: at })),
  )
  await tx.$executeRaw(
    batchStatements([insertRows('webhookMessage', messages), insertRows('webhookDelivery', deliveries)]),
  )
  const endpointIds = [...new Set(deliveries.map((delivery) => delivery.endpointId))]
  await enqueue(
    tx,
    endpointIds.map((id) => ({ name: 'webhook-deliver', data: { projectId, id }, at })),
  )
  await announce(tx, { project: projectId, topic: 'webhooks' })
}

/** Builds a message's payload: project, link and data, truncated where long. */
export function toPayload({ path, ...data }: WebhookData, slug: string): WebhookData {
  const url = deskUrl(projectHref(slug, typeof path === 'string' ? path : ''))
  return { project: slug, url, ...truncatePayload(data) }
}
