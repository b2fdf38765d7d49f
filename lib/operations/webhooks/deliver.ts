import type { DeliveryAttempt, DeliveryState } from '@/lib/contracts/webhooks'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma, type WebhookEndpoint } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { WEBHOOK_RETRIES } from '@/lib/engine/webhooks/answer'
import { nextAttemptAt } from '@/lib/engine/work/retry-schedule'
import { announce } from '../live/changes'
import { enqueue, type WorkItem } from '../queue/enqueue'
import { keyOf } from '../work/failing-work'
import { isDue, isFree, type Lease, leaseOf, leaseRows, retryTimes, settleRows, type WorkTable } from '../work/lease'
import { enqueueDue } from '../work/process-each'
import { attemptsOrNone, maxAttemptsOf, TEST_TYPE, withAttempt } from './deliveries'
import { type Message, notSent, type Sent, sendMessage } from './send'
import { type DisableReason, disableEndpoint, holdEndpoint } from './store'

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

const underWay = new Map<string, { isAskedAgain: boolean }>()

/**
 * Sends everything due at one endpoint, once at a time in this process: asked while it runs, it runs once more and the call returns, so that
 * an endpoint that does not answer holds up no other however many messages it gets. What `signal` leaves is caught by the next sweep.
 */
export async function deliverInTurn(db: Db, endpoint: WorkItem, now: () => Date, signal: AbortSignal): Promise<void> {
  const key = keyOf(endpoint)
  const running = underWay.get(key)
  if (running) {
    running.isAskedAgain = true
    return
  }
  const own = { isAskedAgain: true }
  underWay.set(key, own)
  try {
    while (own.isAskedAgain && !signal.aborted) {
      own.isAskedAgain = false
      await deliverDue(db, endpoint, now)
    }
  } finally {
    underWay.delete(key)
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

async function tryOne(endpoint: WebhookEndpoint, delivery: LeasedDelivery, now: () => Date): Promise<Tried> {
  const { attempt, message } = delivery
  const max = maxAttemptsOf(message.type)
  if (attempt > max)
    return { delivery, sent: notSent(`given up: cut off ${max} times before the outcome was known`, now()) }
  return { delivery, sent: await sendMessage(endpoint, message, now()) }
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

type Tried = { delivery: LeasedDelivery; sent: Sent }

/** Consecutive messages given up after their last retry, after which an endpoint is disabled. */
const MAX_FAILURES = 5

/**
 * Stores the results of these attempts if their lease is still held, and schedules retries. Disables the endpoint if it
 * answered 410 or failed too often.
 */
async function settleDeliveries(
  tx: Tx,
  endpoint: WorkItem,
  tried: readonly Tried[],
  now: Date,
  random: () => number,
): Promise<void> {
  const { projectId, id } = endpoint
  await holdEndpoint(tx, projectId, id)
  const stored = await tx.webhookEndpoint.findUnique({ where: { projectId_id: { projectId, id } } })
  // Deleted meanwhile, with its deliveries.
  if (!stored) return
  const isOff = stored.disabledAt !== null
  const rows = tried.map((item) => toRow(item, isOff, now, random))
  const ids = await settleRows(tx, DELIVERIES, ofEndpoint(endpoint), rows)
  const counted = tried.filter(({ delivery: { message } }) => ids.has(message.id) && message.type !== TEST_TYPE)
  const failures = countFailures(stored.failures, counted)
  if (failures !== stored.failures)
    await tx.webhookEndpoint.update({ where: { projectId_id: { projectId, id } }, data: { failures } })
  const reason = isOff ? null : reasonToDisable(counted, failures)
  if (reason) await disableEndpoint(tx, { projectId, endpointId: id, ...reason, at: now })
  else
    await enqueue(
      tx,
      retryTimes(rows).map((at) => ({ name: 'webhook-deliver', data: endpoint, at })),
    )
  await announce(tx, { project: projectId, topic: 'webhooks', id })
}

function toRow({ delivery, sent }: Tried, isOff: boolean, now: Date, random: () => number) {
  const isAccepted = sent.meaning.kind === 'accepted'
  const next = isOff || isAccepted ? null : nextOf({ delivery, sent }, now, random)
  const status: DeliveryState = isAccepted ? 'delivered' : next ? 'waiting' : 'failed'
  const history = withAttempt(delivery.history, sent.attempt)
  return { ...leaseOf(delivery), status, history, nextAt: next, updatedAt: now }
}

function nextOf({ delivery, sent: { meaning } }: Tried, now: Date, random: () => number): Date | null {
  if (meaning.kind !== 'retry' || isLast(delivery)) return null
  return nextAttemptAt(WEBHOOK_RETRIES, delivery.attempt, now, { random: random(), askedMs: meaning.askedMs })
}

const isLast = ({ attempt, message }: LeasedDelivery) => attempt >= maxAttemptsOf(message.type)

function countFailures(before: number, tried: readonly Tried[]): number {
  if (tried.some(({ sent }) => sent.meaning.kind === 'accepted')) return 0
  return before + tried.filter(({ delivery }) => isLast(delivery)).length
}

function reasonToDisable(tried: readonly Tried[], failures: number): DisableReason | null {
  const gone = tried.find(({ sent }) => sent.meaning.kind === 'gone')
  if (gone) return { by: 'gone', why: 'It answered 410 Gone: it wants no more messages.' }
  if (failures < MAX_FAILURES) return null
  const error = tried.at(-1)?.sent.attempt.error ?? 'no answer'
  return { by: 'failing', why: `The last retry of ${failures} messages in a row failed; lately: ${error}.` }
}

const DELIVERIES: WorkTable<'webhookDelivery'> = {
  model: 'webhookDelivery',
  key: 'messageId',
  open: ['waiting'],
  held: 'waiting',
}

/** A leased delivery, which only the lease's holder may settle, with its attempts so far. */
type LeasedDelivery = Lease & { message: Message; history: DeliveryAttempt[] }

type Row = { id: string; type: string; at: Date; payload: unknown; history: unknown }

/** Far above the request time-out: a holder that has not settled by then has died. */
export const LEASE_MS = 60_000
/** Maximum concurrent requests to one endpoint, across instances. */
const AT_ONCE = 10

/** Scope of the rows `w` of one endpoint. */
const ofEndpoint = ({ projectId, id }: WorkItem) => ({
  projectId,
  scope: Prisma.sql`w.endpoint_id = ${id}::uuid`,
})

/** Leases due deliveries of an enabled endpoint, longest due first, up to its concurrency limit. */
function leaseDue(db: Db, endpoint: WorkItem, now: Date): Promise<LeasedDelivery[]> {
  const { projectId, id } = endpoint
  const where = Prisma.sql`${isDue(now)} AND EXISTS (SELECT 1 FROM webhook_endpoint e
    WHERE e.project_id = ${projectId}::uuid AND e.id = w.endpoint_id AND e.disabled_at IS NULL)`
  const limit = Prisma.sql`greatest(0, ${AT_ONCE}::int - (SELECT count(*)::int FROM webhook_delivery busy
    WHERE busy.project_id = ${projectId}::uuid AND busy.endpoint_id = ${id}::uuid AND busy.status = 'waiting'
      AND busy.lease_until > ${now}))`
  return lease(db, endpoint, { where, limit, now })
}

/** Leases one delivery, also of a disabled endpoint; empty if another instance holds it. */
function leaseOne(db: Db, endpoint: WorkItem, messageId: string, now: Date): Promise<LeasedDelivery[]> {
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
