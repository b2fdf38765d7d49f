import PgBoss from 'pg-boss'
import type { Tx } from '@/lib/db/client'
import { getDatabaseUrl } from '@/lib/env'

// Kept on globalThis because a development reload would otherwise install anew each time.
const kept = globalThis as typeof globalThis & { veritasQueues?: Promise<void> | undefined }

const MAX_CONNECTIONS = 4

/** A pg-boss on this process's database, not started. `isWorker`: it keeps the schedule and cleans up as well. */
export function createBoss(isWorker: boolean): PgBoss {
  return new PgBoss({
    connectionString: getDatabaseUrl(),
    application_name: 'veritas-jobs',
    max: isWorker ? MAX_CONNECTIONS : 1,
    supervise: isWorker,
    schedule: isWorker,
  })
}

/** Makes the tables and queues of pg-boss where they are missing; several processes may do so at once. */
export function installQueues(): Promise<void> {
  kept.veritasQueues ??= install().catch((error: unknown) => {
    kept.veritasQueues = undefined
    throw error
  })
  return kept.veritasQueues
}

async function install(): Promise<void> {
  const boss = createBoss(false)
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const queue of queues)
      await boss.createQueue(queue, { name: queue, retryLimit: 5, retryDelay: 5, retryBackoff: true })
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** pg-boss's view of a transaction: what it writes commits or rolls back with the rest. */
export function within(tx: Tx): PgBoss.Db {
  return { executeSql: async (text, values) => ({ rows: await tx.$queryRawUnsafe(text, ...values) }) }
}

/** The queues of timed work on gates: warning and deadline. A sweep covers both, so that a lost job delays and never decides. */
export const GATE_DEADLINE = 'gate-deadline'
export const GATE_SWEEP = 'gate-sweep'

/** The queue of samples to be made. Made twice, nothing is there twice. */
export const SAMPLE_LOAD = 'sample-load'

/** The queues of dead letters: at the hour of a retry or the end of a lease, and a sweep that finds what an alarm missed. */
export const DEAD_LETTER_RETRY = 'dead-letter-retry'
export const DEAD_LETTER_SWEEP = 'dead-letter-sweep'

/** The queues of webhooks: one endpoint has something due, and a sweep that finds what an alarm missed. */
export const WEBHOOK_DELIVER = 'webhook-deliver'
export const WEBHOOK_SWEEP = 'webhook-sweep'

/** The queues of mail: a project has some due, and a sweep that finds what an alarm missed. */
export const MAIL_SEND = 'mail-send'
export const MAIL_SWEEP = 'mail-sweep'

/** The queue that each hour removes what has been kept for long enough. */
export const PRUNE = 'prune'

/** The queues of trials: the next run to be made, and a sweep that finds the trials of who was cut off. */
export const TRIAL_RUN = 'trial-run'
export const TRIAL_SWEEP = 'trial-sweep'

/** The queue that each hour looks for projects whose week is over and has no page. */
export const WEEKLY_SWEEP = 'weekly-sweep'

export const queues = [
  GATE_DEADLINE,
  GATE_SWEEP,
  SAMPLE_LOAD,
  DEAD_LETTER_RETRY,
  DEAD_LETTER_SWEEP,
  WEBHOOK_DELIVER,
  WEBHOOK_SWEEP,
  MAIL_SEND,
  MAIL_SWEEP,
  PRUNE,
  TRIAL_RUN,
  TRIAL_SWEEP,
  WEEKLY_SWEEP,
] as const

export type GateDeadlineJob = { projectId: string; gateId: string }
export type DeadLetterJob = { projectId: string; deadLetterId: string }
export type MailSendJob = { projectId: string }
export type WebhookDeliverJob = { projectId: string; endpointId: string }
export type SampleLoadJob = { projectId: string; askedAt: string }
