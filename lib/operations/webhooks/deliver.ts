import type { Db } from '@/lib/db/client'
import { Prisma, type WebhookEndpoint } from '@/lib/db/generated/client'
import { inTransaction } from '../context'
import type { WebhookDeliverJob } from '../queue/boss'
import { enqueueDeliveries } from '../queue/enqueue'
import { isNotHeldBack } from '../work/failing-work'
import { type Leased, leaseDue, leaseOne } from './lease'
import { sendMessage } from './send'
import { settleDeliveries } from './settle'

const BUDGET_MS = 30_000
const PAUSE_MS = 5000

/**
 * Sends all that is due at one endpoint, some at a time. Any number of instances may do so at once: each delivery is leased to one.
 * An endpoint where all failed, or that keeps one busy, is left for a moment, so that others have their turn.
 */
export async function deliverDue(
  db: Db,
  endpoint: WebhookDeliverJob,
  now: () => Date,
  random: () => number = Math.random,
): Promise<void> {
  const started = performance.now()
  for (;;) {
    const leased = await leaseDue(db, endpoint, now())
    if (leased.length === 0) return
    const accepted = await sendLeased(db, endpoint, leased, now, random)
    if (accepted > 0 && performance.now() - started < BUDGET_MS) continue
    await enqueueDeliveries(db, [{ ...endpoint, at: new Date(now().getTime() + PAUSE_MS) }])
    return
  }
}

/** Sends one delivery at once; nothing happens when another instance is at it. */
export async function deliverOne(
  db: Db,
  delivery: WebhookDeliverJob & { messageId: string },
  now: () => Date,
): Promise<void> {
  const { projectId, endpointId } = delivery
  const leased = await leaseOne(db, delivery, now())
  if (leased.length > 0) await sendLeased(db, { projectId, endpointId }, leased, now, Math.random)
}

/** Gives how many were accepted. */
async function sendLeased(
  db: Db,
  endpoint: WebhookDeliverJob,
  leased: readonly Leased[],
  now: () => Date,
  random: () => number,
): Promise<number> {
  const { projectId, endpointId } = endpoint
  const stored = await db.webhookEndpoint.findUnique({ where: { projectId_id: { projectId, id: endpointId } } })
  if (!stored) return 0
  const tried = await Promise.all(leased.map((delivery) => tryOne(stored, delivery, now)))
  await inTransaction({ db }, (tx) => settleDeliveries(tx, endpoint, tried, now(), random))
  return tried.filter(({ sent }) => sent.meaning.kind === 'accepted').length
}

async function tryOne(endpoint: WebhookEndpoint, delivery: Leased, now: () => Date) {
  return { delivery, sent: await sendMessage(endpoint, delivery.message, now()) }
}

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
