import type { DeliveryState } from '@/lib/contracts/webhooks'
import type { Tx } from '@/lib/db/client'
import { jsonRecordset } from '@/lib/db/rows'
import { nextAttemptAt } from '@/lib/engine/webhooks/retry-schedule'
import { announce } from '../live/announce'
import type { WebhookDeliverJob } from '../queue/boss'
import { enqueueDeliveries, retryTimes } from '../queue/enqueue'
import { attemptsSoFar, maxAttemptsOf, TEST_TYPE, withAttempt } from './deliveries'
import { type DisableReason, disableEndpoint } from './disable'
import type { Leased } from './lease'
import type { Sent } from './send'
import { lockEndpoint } from './store'

export type Tried = { delivery: Leased; sent: Sent }

/** Messages in a row given up after their last retry, from which on an endpoint is switched off. */
const MAX_FAILURES = 5

const FIELDS = ['messageId', 'leaseUntil', 'status', 'attempts', 'nextAt'] as const

/**
 * Writes what came of these attempts, where the lease still stands, and sets the alarms of the retries. Switches the endpoint off
 * when it answered 410 or has failed for too long.
 */
export async function settleDeliveries(
  tx: Tx,
  endpoint: WebhookDeliverJob,
  tried: readonly Tried[],
  now: Date,
  random: () => number,
): Promise<void> {
  const { projectId, endpointId } = endpoint
  const stored = await lockEndpoint(tx, projectId, endpointId)
  const isOff = stored.disabledAt !== null
  const rows = tried.map((item) => toRow(item, isOff, now, random))
  const settled = await tx.$queryRaw<{ id: string }[]>`
    UPDATE webhook_delivery d SET status = x.status, attempts = x.attempts, next_at = x.next_at, lease_until = NULL, updated_at = ${now}
    FROM ${jsonRecordset('webhookDelivery', FIELDS, rows)}
    WHERE d.project_id = ${projectId}::uuid AND d.endpoint_id = ${endpointId}::uuid AND d.message_id = x.message_id
      AND d.lease_until = x.lease_until
    RETURNING d.message_id AS id`
  const ids = new Set(settled.map((row) => row.id))
  const counted = tried.filter(({ delivery: { message } }) => ids.has(message.id) && message.type !== TEST_TYPE)
  const failures = countFailures(stored.failures, counted)
  if (failures !== stored.failures)
    await tx.webhookEndpoint.update({ where: { projectId_id: { projectId, id: endpointId } }, data: { failures } })
  const reason = isOff ? null : reasonToDisable(counted, failures)
  if (reason) await disableEndpoint(tx, { projectId, endpointId, ...reason, at: now })
  else
    await enqueueDeliveries(
      tx,
      retryTimes(rows).map((at) => ({ ...endpoint, at })),
    )
  await announce(tx, { project: projectId, topic: 'webhooks', id: endpointId })
}

type Row = { messageId: string; leaseUntil: Date; status: DeliveryState; attempts: unknown; nextAt: Date | null }

function toRow({ delivery, sent }: Tried, isOff: boolean, now: Date, random: () => number): Row {
  const attempts = withAttempt(delivery.attempts, sent.attempt)
  const common = { messageId: delivery.message.id, leaseUntil: delivery.leaseUntil, attempts }
  if (sent.meaning.kind === 'accepted') return { ...common, status: 'delivered', nextAt: null }
  const next = isOff ? null : nextOf({ delivery, sent }, now, random)
  return { ...common, status: next ? 'waiting' : 'failed', nextAt: next }
}

function nextOf({ delivery, sent: { meaning } }: Tried, now: Date, random: () => number): Date | null {
  if (meaning.kind !== 'retry' || isLast(delivery)) return null
  return nextAttemptAt(attemptsSoFar(delivery.attempts) + 1, now, random(), meaning.askedMs)
}

const isLast = ({ attempts, message }: Leased) => attemptsSoFar(attempts) + 1 >= maxAttemptsOf(message.type)

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
