import PgBoss from 'pg-boss'
import type { WebhookEventType } from '@/lib/contracts/webhooks'
import type { Db, Tx } from '@/lib/db/client'
import { onDatabase } from '@/lib/db/on-database'
import { LONG_QUERY_LIMIT_MS } from '@/lib/db/query-limits'
import { SESSION_LIMITS, sessionOf } from '@/lib/db/session'
import { getDatabaseUrl } from '@/lib/env'
import { processWide, setProcessWide } from '@/lib/process-wide'

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
  'rank-sweep',
  'rederive-sweep',
  'run-sweep',
  'sample-load',
  'trial-run',
  'trial-sweep',
  'version-drop',
  'webhook-deliver',
  'webhook-sweep',
  'verdicts-learn',
  'verdicts-sweep',
  'weekly-sweep',
] as const

export type Queue = (typeof queues)[number]

const MAX_CONNECTIONS = 4

// pg-boss hands them on to the driver. Without them a query that is never answered would hold up its queue for good.
const LIMITS = {
  ...SESSION_LIMITS,
  keepAlive: true,
  connectionTimeoutMillis: 10_000,
  query_timeout: LONG_QUERY_LIMIT_MS,
}

/** Creates a pg-boss, not started. `isWorker`: it also maintains schedules and cleans up. */
export function createBoss(isWorker: boolean, connectionString = getDatabaseUrl()): PgBoss {
  return new PgBoss({
    ...sessionOf(connectionString),
    application_name: 'veritas-jobs',
    ...LIMITS,
    max: isWorker ? MAX_CONNECTIONS : 1,
    supervise: isWorker,
    schedule: isWorker,
  })
}

/** Creates what pg-boss misses in this process's database, once. */
export function installQueues(): Promise<void> {
  return processWide('veritasQueues', () =>
    createQueues(getDatabaseUrl()).catch((error: unknown) => {
      setProcessWide('veritasQueues', undefined)
      throw error
    }),
  )
}

/** Creates missing tables and queues of pg-boss; safe when several processes call it concurrently. */
export async function createQueues(databaseUrl: string): Promise<void> {
  const boss = createBoss(false, databaseUrl)
  boss.on('error', () => {})
  await boss.start()
  try {
    if ((await listMissing(boss)).length === 0) return
    await onDatabase(databaseUrl, async (client) => {
      // Two processes that create the same queue would wait for each other.
      // Held by a transaction, since a pooler may give the next statement to another session.
      await client.query('BEGIN')
      await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('job queues', 0))`)
      for (const name of await listMissing(boss))
        await boss.createQueue(name, { name, retryLimit: 5, retryDelay: 5, retryBackoff: true })
      await client.query('COMMIT')
    })
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function listMissing(boss: PgBoss): Promise<Queue[]> {
  const present = new Set((await boss.getQueues()).map(({ name }) => name))
  return queues.filter((name) => !present.has(name))
}

/** Runs pg-boss statements in a transaction, so that jobs commit or roll back with the rest. */
function within(tx: Tx): PgBoss.Db {
  return { executeSql: async (text, values) => ({ rows: await tx.$queryRawUnsafe(text, ...values) }) }
}

/** One item of a kind of background work; `id` is unique within kind and project. */
export type WorkItem = { projectId: string; id: string }

/** A rejected run or gate, or a failure group that came back or was assigned. `isWithdrawn`: the rejection was taken back. */
export type BriefJob = WorkItem & { kind: BriefKind; isWithdrawn?: boolean }
type BriefKind = 'run' | 'gate' | 'failureGroup'

/** A version that seemed empty while another transaction held it. */
export type VersionJob = WorkItem & { chainId: string }

/**
 * The data of each job. `gate-deadline`, `dead-letter-retry` and `erase-runs` name one row, `webhook-deliver` an endpoint,
 * `mail-send` and `verdicts-learn` a project with something due. `trial-run` names nothing: the next trial is chosen when a job
 * is taken.
 */
export type JobData = {
  'brief-ready': BriefJob
  'dead-letter-retry': WorkItem
  'erase-runs': WorkItem
  'gate-deadline': WorkItem
  'mail-send': WorkItem
  'sample-load': { projectId: string; askedAt: string }
  'trial-run': object
  'verdicts-learn': WorkItem
  'version-drop': VersionJob
  'webhook-deliver': WorkItem
}

type Job = { [Q in keyof JobData & Queue]: { name: Q; data: JobData[Q]; at?: Date } }[keyof JobData & Queue]

let sender: PgBoss | undefined

/** Enqueues jobs in the caller's transaction. After it commits, any free instance takes them, not before `at`. */
export async function enqueue(tx: Tx | Db, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  await installQueues()
  sender ??= createBoss(false)
  const rows = jobs.map(({ name, data, at }) => ({ name, data, ...(at && { startAfter: at.toISOString() }) }))
  await sender.insert(rows, { db: within(tx) })
}

/** Enqueues briefs, if an endpoint subscribes to them. */
export function enqueueBriefs(tx: Tx, projectId: string, kind: BriefKind, ids: readonly string[]): Promise<void> {
  const jobs = ids.map((id) => ({ projectId, kind, id }))
  return enqueueIfWanted(tx, 'brief.ready', jobs)
}

/** Enqueues the withdrawal of a brief whose rejection no longer counts, if an endpoint subscribes to that. */
export function enqueueWithdrawal(tx: Tx, projectId: string, kind: 'run' | 'gate', id: string): Promise<void> {
  return enqueueIfWanted(tx, 'brief.withdrawn', [{ projectId, kind, id, isWithdrawn: true }])
}

async function enqueueIfWanted(tx: Tx, type: WebhookEventType, jobs: readonly BriefJob[]): Promise<void> {
  const [job] = jobs
  if (!job) return
  const wanted = await tx.webhookEndpoint.findFirst({
    where: { projectId: job.projectId, disabledAt: null, events: { has: type } },
    select: { id: true },
  })
  if (!wanted) return
  await enqueue(
    tx,
    jobs.map((data) => ({ name: 'brief-ready', data })),
  )
}

/** Enqueues prediction of a project's new runs, if it has a learned model. */
export async function enqueuePrediction(tx: Tx, projectId: string): Promise<void> {
  // Runs with every batch: raw, since Prisma compiles a query of its own each time.
  const learned = await tx.$queryRaw<object[]>`
    SELECT 1 FROM verdict_model WHERE project_id = ${projectId}::uuid LIMIT 1`
  if (learned.length > 0) await enqueueLearning(tx, projectId)
}

/** Enqueues learning, which starts when the verdict is committed. */
export function enqueueLearning(tx: Tx, projectId: string): Promise<void> {
  return enqueue(tx, [{ name: 'verdicts-learn', data: { projectId, id: projectId } }])
}
