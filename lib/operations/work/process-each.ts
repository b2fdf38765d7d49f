import type { WorkKind } from '@/lib/contracts/work'
import type { Db } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { log } from '@/lib/log'
import { countWorkFailure } from '../metrics'
import { enqueue, type WorkItem } from '../queue/enqueue'
import { clearFailure, describeFailure, findDue, keyOf, loadFailing, noteFailure } from './failing-work'
import { notifyAdminsOfFailure } from './report'

type Work = { db: Db; kind: WorkKind; now: Date }

/**
 * Processes each item on its own and returns the results of those that succeeded. A failing item does not block others: it is
 * logged, counted, backed off in the database for every instance, and reported to the project's admins. Items that are backing
 * off are skipped.
 * @throws when the database cannot load or record failures, since then no other work could be done either
 */
export async function processEach<T extends WorkItem, R>(
  work: Work,
  items: readonly T[],
  process: (item: T) => Promise<R>,
): Promise<R[]> {
  if (items.length === 0) return []
  const failing = await loadFailing(work.db, work.kind, items)
  const due = items.filter((item) => (failing.get(keyOf(item)) ?? work.now) <= work.now)
  const results: R[] = []
  for (const item of due) {
    try {
      results.push(await process(item))
      if (failing.has(keyOf(item))) await clearFailure(work.db, work.kind, item)
    } catch (error) {
      await reportFailure(work, item, error)
    }
  }
  return results
}

/** Items of one round of a sweep, and the maximum of rounds. */
const ROUND = 200
const MAX_ROUNDS = 50

/**
 * Processes what is due in every project like {@link processEach}, at startup and after lost jobs. `due` is a query as for
 * {@link findDue}. Idempotent, also across instances, if `process` is.
 */
export async function processDue<R>(
  work: Work,
  due: Prisma.Sql,
  process: (item: WorkItem) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const items = await findDue(work.db, work.kind, due, { now: work.now, limit: ROUND })
    results.push(...(await processEach(work, items, process)))
    if (items.length < ROUND) break
  }
  return results
}

/** Maximum items enqueued by one sweep. */
const ENQUEUED = 1000

/** Enqueues what is due in every project, by a query as for {@link findDue}; catches what killed instances and lost jobs left. */
export async function enqueueDue(
  { db, kind, now }: Work,
  name: 'mail-send' | 'webhook-deliver',
  due: Prisma.Sql,
): Promise<void> {
  const items = await findDue(db, kind, due, { now, limit: ENQUEUED })
  await enqueue(
    db,
    items.map((data) => ({ name, data, at: now })),
  )
}

/** Logs, counts and backs off a failed item, and notifies the admins from the second failure on. */
export async function reportFailure({ db, kind, now }: Work, item: WorkItem, thrown: unknown): Promise<void> {
  const error = logFailure(kind, item, thrown)
  const attempts = await noteFailure(db, { kind, item, error, now })
  if (attempts > 0) await notifyAdminsOfFailure(db, { kind, item, error, now })
}

/** Logs and counts a failure of an item whose own row schedules its retry. Returns the description without data. */
export function logFailure(kind: WorkKind, item: WorkItem, thrown: unknown): string {
  const report = describeFailure(thrown)
  countWorkFailure(kind)
  log.error({ kind, project: item.projectId, item: item.id, ...report }, 'timed work on an item failed')
  return report.error
}
