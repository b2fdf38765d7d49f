import PgBoss from 'pg-boss'
import type { Tx } from '@/lib/db/client'
import { getDatabaseUrl } from '@/lib/env'

/**
 * The queues of timed work. A job only says that something may be due: what is due stands in the rows themselves, and a sweep
 * finds what a lost job left.
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
