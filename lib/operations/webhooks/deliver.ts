import type { Db } from '@/lib/db/client'
import { Prisma, type WebhookEndpoint } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { enqueue, type WorkItem } from '../queue/enqueue'
import { isDue, isFree } from '../work/lease'
import { enqueueDue } from '../work/process-each'
import { type LeasedDelivery, leaseDue, leaseOne } from './lease'
import { sendMessage } from './send'
import { settleDeliveries } from './settle'

const BUDGET_MS = 30_000
const PAUSE_MS = 5000

/**
 * Sends everything due at one endpoint, a few deliveries at a time. Safe on several instances: each delivery is leased to one.
 * Pauses an endpoint when a whole batch failed or its time budget is used up, so that others get their turn.
 */
export async function deliverDue(
  db: Db,
  endpoint: WorkItem,
  now: () => Date,
  random: () => number = Math.random,
): Promise<void> {
  const started = performance.now()
  for (;;) {
    const leased = await leaseDue(db, endpoint, now())
    if (leased.length === 0) return
    const accepted = await sendLeased(db, endpoint, leased, now, random)
    if (accepted > 0 && performance.now() - started < BUDGET_MS) continue
    const at = new Date(now().getTime() + PAUSE_MS)
    await enqueue(db, [{ name: 'webhook-deliver', data: endpoint, at }])
    return
  }
}

/** Sends one delivery immediately; does nothing if another instance holds it. */
export async function deliverOne(db: Db, endpoint: WorkItem, messageId: string, now: () => Date): Promise<void> {
  const leased = await leaseOne(db, endpoint, messageId, now())
  if (leased.length > 0) await sendLeased(db, endpoint, leased, now, Math.random)
}

/** Returns how many were accepted. */
async function sendLeased(
  db: Db,
  endpoint: WorkItem,
  leased: readonly LeasedDelivery[],
  now: () => Date,
  random: () => number,
): Promise<number> {
  const { projectId, id } = endpoint
  const stored = await db.webhookEndpoint.findUnique({ where: { projectId_id: { projectId, id } } })
  if (!stored) return 0
  const tried = await Promise.all(leased.map((delivery) => tryOne(stored, delivery, now)))
  await inTransaction({ db }, (tx) => settleDeliveries(tx, endpoint, tried, now(), random))
  return tried.filter(({ sent }) => sent.meaning.kind === 'accepted').length
}

async function tryOne(endpoint: WebhookEndpoint, delivery: LeasedDelivery, now: () => Date) {
  return { delivery, sent: await sendMessage(endpoint, delivery.message, now()) }
}

/** Enqueues every endpoint of every project with due deliveries, which catches those of killed instances and lost jobs. */
export async function sweepDeliveries(db: Db, now: Date): Promise<void> {
  const due = Prisma.sql`
    SELECT e.project_id, e.id, w.next_at AS at FROM webhook_endpoint e CROSS JOIN LATERAL (
      SELECT w.next_at FROM webhook_delivery w
      WHERE w.project_id = e.project_id AND w.endpoint_id = e.id AND w.status = 'waiting' AND ${isDue(now)}
        AND ${isFree(now)}
      ORDER BY w.next_at LIMIT 1) w
    WHERE e.disabled_at IS NULL`
  await enqueueDue({ db, kind: 'webhook', now }, 'webhook-deliver', due)
}
