import PgBoss from 'pg-boss'
import type { Tx } from '@/lib/db/client'
import { getDatabaseUrl } from '@/lib/env'

/**
 * The job queues. A job only signals that something may be due: what is due is stored in the rows themselves, and a sweep
 * catches what a lost job left.
 */
const queues = [
  'audit-heads',
  'brief-ready',
  'data-sweep',
  'dead-letter-retry',
  'dead-letter-sweep',
  'erase-runs',
  'gate-deadline',
  'failure-sweep',
  'gate-sweep',
  'mail-send',
  'mail-sweep',
  'month-sweep',
  'payload-sweep',
  'prune',
  'rederive-sweep',
  'run-sweep',
  'sample-load',
  'trial-run',
  'trial-sweep',
  'webhook-deliver',
  'webhook-sweep',
  'verdicts-learn',
  'verdicts-sweep',
  'weekly-sweep',
] as const

export type Queue = (typeof queues)[number]

// Kept on globalThis, since a development reload would otherwise install the queues again.
const kept = globalThis as typeof globalThis & { veritasQueues?: Promise<void> | undefined }

const MAX_CONNECTIONS = 4

/** Creates a pg-boss on this process's database, not started. `isWorker`: it also maintains schedules and cleans up. */
export function createBoss(isWorker: boolean): PgBoss {
  return new PgBoss({
    connectionString: getDatabaseUrl(),
    application_name: 'veritas-jobs',
    max: isWorker ? MAX_CONNECTIONS : 1,
    supervise: isWorker,
    schedule: isWorker,
  })
}

/** Creates missing tables and queues of pg-boss; safe when several processes call it concurrently. */
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

/** Runs pg-boss statements in a transaction, so that jobs commit or roll back with the rest. */
export function within(tx: Tx): PgBoss.Db {
  return { executeSql: async (text, values) => ({ rows: await tx.$queryRawUnsafe(text, ...values) }) }
}
