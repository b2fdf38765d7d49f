import type { WorkKind } from '@/lib/contracts/work'
import type { Db } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { log } from '@/lib/log'
import { countWorkFailure } from '../metrics'
import { enqueue, type WorkItem } from '../queue/enqueue'
import { describeFailure } from './describe-failure'
import { clearFailure, findDue, keyOf, loadFailing, noteFailure } from './failing-work'
import { notifyAdminsOfFailure } from './report'

/** `atOnce`: all items at the same time instead of one after the other. */
export type Work = { db: Db; kind: WorkKind; now: Date; atOnce?: boolean }

/**
 * Does timed work on each item on its own, and gives what came of those that went well. One that fails holds up no other: it
 * is logged and counted, held back in the database with growing pauses, for every instance, and told to the admins of its
 * project. What is held back is left out until its time.
 * @throws when the database cannot say what is held back, or note a failure: then nothing else could be done either
 */
export async function processEach<T extends WorkItem, R>(
  work: Work,
  items: readonly T[],
  process: (item: T) => Promise<R>,
): Promise<R[]> {
  if (items.length === 0) return []
  const failing = await loadFailing(work.db, work.kind, items)
  const due = items.filter((item) => (failing.get(keyOf(item)) ?? work.now) <= work.now)
  const one = async (item: T): Promise<R[]> => {
    try {
      const result = await process(item)
      if (failing.has(keyOf(item))) await clearFailure(work.db, work.kind, item)
      return [result]
    } catch (error) {
      await reportFailure(work, item, error)
      return []
    }
  }
  if (work.atOnce) return (await Promise.all(due.map(one))).flat()
  const results: R[] = []
  for (const item of due) results.push(...(await one(item)))
  return results
}

/** Items of one round of a sweep, and its most rounds. */
const ROUND = 200
const MAX_ROUNDS = 50

/**
 * Does the work whose hour has come in every project, as {@link processEach}: at start, and for what a lost job left. `due` is
 * a query as {@link findDue} takes it. Safe to repeat, and by any number of instances at once, where `process` is.
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

/** Items that one sweep puts into a queue. */
const ENQUEUED = 1000

/** Puts into a queue what is due in every project, by a query as {@link findDue} takes it: after a kill, and for what a lost job left. */
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

/** Logs and counts that work on an item failed, holds the item back, and tells the admins once it fails again. */
export async function reportFailure({ db, kind, now }: Work, item: WorkItem, thrown: unknown): Promise<void> {
  const error = logFailure(kind, item, thrown)
  const attempts = await noteFailure(db, { kind, item, error, now })
  if (attempts > 0) await notifyAdminsOfFailure(db, { kind, item, error, now })
}

/** Only logs and counts it, where the item's own row says when it is tried next. Gives what may be told of it. */
export function logFailure(kind: WorkKind, item: WorkItem, thrown: unknown): string {
  const report = describeFailure(thrown)
  countWorkFailure(kind)
  log.error({ kind, project: item.projectId, item: item.id, ...report }, 'timed work on an item failed')
  return report.error
}
