import type { Db } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { audit, signatureOf } from '../audit'
import { loadSystemContext } from '../context'
import { announce } from '../live/announce'
import { processEach } from '../work/process-each'
import { eraseRuns, SLICE } from './erase-runs'
import { removeContent } from './remove-content'

const BUDGET_MS = 60_000
const CONTENT_SLICE = 200
const DAY_MS = 86_400_000

/**
 * Removes what a project keeps no longer, oldest first, in parts of their own transactions; what does not fit into a minute is
 * left for the next round. Safe to repeat, and by two at once. Rollups keep the counts of runs whose texts go.
 */
export async function sweepRetention(db: Db, clock: () => Date): Promise<void> {
  const policies = await db.dataPolicy.findMany({
    where: { OR: [{ contentDays: { not: null } }, { runDays: { not: null } }] },
  })
  const items = policies.map((policy) => ({ ...policy, id: policy.projectId }))
  await processEach({ db, kind: 'retention', now: clock() }, items, async ({ projectId, contentDays, runDays }) => {
    const ctx = await loadSystemContext(db, projectId, 'Retention', clock)
    const ends = performance.now() + BUDGET_MS
    const repeat = async (full: number, part: () => Promise<number>) => {
      for (let count = full; count >= full && performance.now() < ends; ) count = await part()
    }
    if (runDays !== null)
      await repeat(SLICE, () =>
        inTransaction({ db }, async (tx) => {
          const now = clock()
          const old = await tx.runSummary.findMany({
            where: { projectId, occurredAt: { lt: new Date(now.getTime() - runDays * DAY_MS) } },
            select: { id: true },
            orderBy: [{ occurredAt: 'asc' }, { id: 'asc' }],
            take: SLICE,
          })
          const runIds = old.map(({ id }) => id)
          const because = `older than ${runDays} days`
          await eraseRuns(tx, { projectId, runIds, now, by: signatureOf(ctx), because })
          return old.length
        }),
      )
    if (contentDays !== null)
      await repeat(CONTENT_SLICE, () =>
        inTransaction({ db }, async (tx) => {
          const runs = await removeContent(tx, { projectId, days: contentDays, limit: CONTENT_SLICE, now: clock() })
          if (runs === 0) return 0
          await audit(tx, ctx, 'run.content_removed', `project:${projectId}`, null, { runs, days: contentDays })
          await announce(tx, { project: projectId, topic: 'runs' })
          return runs
        }),
      )
  })
}
