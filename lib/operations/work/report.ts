import { listFailingWork as contract, FAILING_WORK_KEPT_MS, type WorkKind, workKind } from '@/lib/contracts/work'
import type { Db } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { log } from '@/lib/log'
import { adminIds } from '../members/members'
import { notify } from '../notifications/notify'
import { operation } from '../operation'
import type { WorkItem } from '../queue/enqueue'
import { describeFailure } from './failing-work'

/** Number of failures in a row from which admins are notified; a single one may pass within a minute. */
const NOTIFIED_FROM = 2

type Failure = { kind: WorkKind; item: WorkItem; error: string; now: Date }

/** Notifies the admins of an item's project that it keeps failing, once across instances. */
export async function notifyAdminsOfFailure(db: Db, { kind, item, error, now }: Failure): Promise<void> {
  const { projectId, id } = item
  try {
    await inTransaction({ db }, async (tx) => {
      const { count } = await tx.failingWork.updateMany({
        where: { projectId, kind, item: id, toldAt: null, attempts: { gte: NOTIFIED_FROM } },
        data: { toldAt: now },
      })
      if (count === 0) return
      const text = `${workNames[kind]} keeps failing: ${error}. It is retried with growing pauses.`
      const userIds = await adminIds(tx, projectId)
      await notify(tx, projectId, [{ userIds, kind: 'work_failing', text, link: '/settings#failing-work' }], now)
    })
  } catch (failure) {
    // The back-off is recorded regardless, and the next failure notifies again.
    log.error({ kind, project: projectId, item: id, ...describeFailure(failure) }, 'the admins could not be notified')
  }
}

/** Each kind of background work, as the subject of a sentence. */
const workNames: Record<WorkKind, string> = {
  gate_deadline: 'Timing out a gate',
  gate_warning: "Warning of a gate's deadline",
  dead_letter: 'Retrying a dead letter',
  mail: 'Sending the mail of this project',
  webhook: 'Delivering to a webhook',
  trial: 'Running a trial',
  weekly: 'Making the weekly page',
  ranking: 'Ranking the chains',
  learning: 'Learning from verdicts',
  pruning: 'Removing expired data',
  erasure: 'Deleting runs',
  retention: 'Removing old runs and their texts',
  project_removal: 'Removing the project',
  rederivation: 'Recomputing stored runs after an upgrade',
  settling: 'Settling a run whose end did not arrive',
  payloads: 'Moving long values to the payload store, or removing them there',
}

const PAGES: Partial<Record<WorkKind, (item: string) => string>> = {
  gate_deadline: (item) => `/gates/${item}`,
  gate_warning: (item) => `/gates/${item}`,
  dead_letter: () => '/dead-letters',
  mail: () => '/settings/mail',
  settling: (item) => `/runs/${item}`,
  webhook: (item) => `/settings/webhooks?endpoint=${item}`,
  weekly: () => '/week',
  ranking: () => '/chains?sort=largest_drop',
  learning: () => '/calibration',
  erasure: () => '/settings/data',
  retention: () => '/settings/data',
  project_removal: () => '/settings/data',
}

/** Path of the item's page within the project; null if it has none. */
function pageOf(kind: WorkKind, item: string): string | null {
  return PAGES[kind]?.(item) ?? null
}

const SHOWN = 100

/** Lists the project's background work that keeps failing, longest first. */
export const listFailingWork = operation(contract, async ({ db, project, now }) => {
  const where = { projectId: project.id, nextAttemptAt: { gt: new Date(now().getTime() - FAILING_WORK_KEPT_MS) } }
  const rows = await db.failingWork.findMany({
    where,
    orderBy: [{ failingSince: 'asc' }, { kind: 'asc' }, { item: 'asc' }],
    take: SHOWN,
  })
  return {
    failing: rows.map(({ item, attempts, error, ...row }) => {
      const kind = workKind.parse(row.kind)
      return {
        kind,
        name: workNames[kind],
        item,
        link: pageOf(kind, item),
        attempts,
        error,
        failingSince: row.failingSince.toISOString(),
        nextAttemptAt: row.nextAttemptAt.toISOString(),
      }
    }),
    count: await db.failingWork.count({ where }),
    now: now().toISOString(),
  }
})
