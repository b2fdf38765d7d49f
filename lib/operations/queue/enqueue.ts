import type PgBoss from 'pg-boss'
import type { WebhookEventType } from '@/lib/contracts/webhooks'
import type { Db, Tx } from '@/lib/db/client'
import { createBoss, installQueues, type Queue, within } from './boss'

/** One item of a kind of background work; `id` is unique within kind and project. */
export type WorkItem = { projectId: string; id: string }

/** A rejected run or gate. */
export type BriefJob = WorkItem & { kind: 'run' | 'gate' }

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

const BRIEF_READY: WebhookEventType = 'brief.ready'

/** Enqueues the brief of a rejected run or gate, if an endpoint subscribes to it. */
export async function enqueueBrief(tx: Tx, projectId: string, kind: 'run' | 'gate', id: string): Promise<void> {
  const wanted = await tx.webhookEndpoint.findFirst({
    where: { projectId, disabledAt: null, events: { has: BRIEF_READY } },
    select: { id: true },
  })
  if (wanted) await enqueue(tx, [{ name: 'brief-ready', data: { projectId, kind, id } }])
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
