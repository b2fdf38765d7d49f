import type PgBoss from 'pg-boss'
import type { Db, Tx } from '@/lib/db/client'
import {
  createBoss,
  DEAD_LETTER_RETRY,
  type DeadLetterJob,
  GATE_DEADLINE,
  type GateDeadlineJob,
  installQueues,
  MAIL_SEND,
  type MailSendJob,
  type queues,
  SAMPLE_LOAD,
  type SampleLoadJob,
  TRIAL_RUN,
  WEBHOOK_DELIVER,
  type WebhookDeliverJob,
  within,
} from './boss'

type DueDelivery = WebhookDeliverJob & { at: Date }

/** Has what waits for each endpoint sent at that time, once the caller's transaction commits. A sweep finds what an alarm misses. */
export function enqueueDeliveries(tx: Tx | Db, endpoints: readonly DueDelivery[]): Promise<void> {
  const jobs = endpoints.map(({ projectId, endpointId, at }) => {
    const data: WebhookDeliverJob = { projectId, endpointId }
    return { name: WEBHOOK_DELIVER, data, at } as const
  })
  return insertJobs(tx, jobs)
}

type DueGate = { projectId: string; gateId: string; warnAt: Date; deadlineAt: Date }

/** Sets both alarms of each gate in the caller's transaction: there is no gate without them, and none without a gate. */
export function enqueueGateAlarms(tx: Tx, gates: readonly DueGate[]): Promise<void> {
  const jobs = gates.flatMap(({ projectId, gateId, warnAt, deadlineAt }) => {
    const data: GateDeadlineJob = { projectId, gateId }
    return [warnAt, deadlineAt].map((at) => ({ name: GATE_DEADLINE, data, at }) as const)
  })
  return insertJobs(tx, jobs)
}

type DueMail = MailSendJob & { at: Date }

/** Has what waits in each project sent at that time, once the caller's transaction commits. A sweep finds what an alarm misses. */
export function enqueueMails(tx: Tx | Db, projects: readonly DueMail[]): Promise<void> {
  const jobs = projects.map(({ projectId, at }) => {
    const data: MailSendJob = { projectId }
    return { name: MAIL_SEND, data, at } as const
  })
  return insertJobs(tx, jobs)
}

/** `at`: when the item is to be looked after, at the hour of its retry or the end of its lease. */
type DueRetry = DeadLetterJob & { at: Date }

/** Sets the alarm of each item in the caller's transaction. A sweep finds whatever an alarm misses. */
export function enqueueRetries(tx: Tx, items: readonly DueRetry[]): Promise<void> {
  const jobs = items.map(({ projectId, deadLetterId, at }) => {
    const data: DeadLetterJob = { projectId, deadLetterId }
    return { name: DEAD_LETTER_RETRY, data, at } as const
  })
  return insertJobs(tx, jobs)
}

/** Has the sample made once the caller's transaction commits, by whichever instance is free. */
export function enqueueSample(tx: Tx, data: SampleLoadJob): Promise<void> {
  return insertJobs(tx, [{ name: SAMPLE_LOAD, data }])
}

/**
 * Has so many trials run once the caller's transaction commits, by whichever instance is free. A job names no trial: whose turn
 * it is is decided when the job is taken.
 */
export function enqueueTrials(tx: Tx, count: number, at: Date): Promise<void> {
  return insertJobs(
    tx,
    Array.from({ length: count }, () => ({ name: TRIAL_RUN, data: {}, at }) as const),
  )
}

/** `at`: not before then; at once where it is left out. */
type Job = { name: (typeof queues)[number]; data: object; at?: Date }

let sender: PgBoss | undefined

/** Puts jobs into their queues in the caller's transaction: whichever instance is free takes them once that commits. */
async function insertJobs(tx: Tx | Db, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  await installQueues()
  sender ??= createBoss(false)
  const rows = jobs.map(({ name, data, at }) => ({ name, data, ...(at && { startAfter: at.toISOString() }) }))
  await sender.insert(rows, { db: within(tx) })
}

/** When alarms are needed for rows that are tried again at these times: those due within the same second share one. */
export function retryTimes(rows: readonly { nextAt: Date | null }[]): Date[] {
  const seconds = rows.flatMap((row) => (row.nextAt ? [Math.ceil(row.nextAt.getTime() / 1000)] : []))
  return [...new Set(seconds)].map((second) => new Date(second * 1000))
}
