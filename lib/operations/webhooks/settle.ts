import type { DeliveryState } from '@/lib/contracts/webhooks'
import type { Tx } from '@/lib/db/client'
import { WEBHOOK_RETRIES } from '@/lib/engine/webhooks/answer'
import { nextAttemptAt } from '@/lib/engine/work/retry-schedule'
import { announce } from '../live/announce'
import { enqueue, type WorkItem } from '../queue/enqueue'
import { leaseOf, retryTimes, settleRows } from '../work/lease'
import { maxAttemptsOf, TEST_TYPE, withAttempt } from './deliveries'
import { type DisableReason, disableEndpoint } from './disable'
import { DELIVERIES, type LeasedDelivery, ofEndpoint } from './lease'
import type { Sent } from './send'
import { lockEndpoint } from './store'

type Tried = { delivery: LeasedDelivery; sent: Sent }

/** Consecutive messages given up after their last retry, after which an endpoint is disabled. */
const MAX_FAILURES = 5

/**
 * Stores the results of these attempts if their lease is still held, and schedules retries. Disables the endpoint if it
 * answered 410 or failed too often.
 */
export async function settleDeliveries(
  tx: Tx,
  endpoint: WorkItem,
  tried: readonly Tried[],
  now: Date,
  random: () => number,
): Promise<void> {
  const { projectId, id } = endpoint
  const stored = await lockEndpoint(tx, projectId, id)
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
