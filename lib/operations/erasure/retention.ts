import { DAY_MS } from '@/lib/contracts/durations'
import type { Db, Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { audit, signatureOf } from '../audit'
import { loadSystemContext, type ProjectContext } from '../context'
import { announce } from '../live/changes'
import { processEach } from '../work/process-each'
import { dropEmptyMonths, findAgedMonths, type MonthRange } from './aged-months'
import { eraseRuns } from './erase-runs'
import { removeContent } from './remove-content'

const BUDGET_MS = 60_000
const CONTENT_SLICE = 200
/** Aged runs deleted per transaction: their counts stay, so none of their steps are read. */
const RUN_SLICE = 5000

/**
 * Removes data past its retention, oldest first, in slices with separate transactions; what exceeds a minute is left for the next round.
 * Idempotent and safe to run concurrently. Every count stays. If no project keeps a run of a month, its partitions are dropped instead of
 * deleting the wide rows one by one.
 */
export async function sweepRetention(db: Db, clock: () => Date): Promise<void> {
  const policies = await db.dataPolicy.findMany({
    where: { OR: [{ contentDays: { not: null } }, { runDays: { not: null } }] },
  })
  const ends = performance.now() + BUDGET_MS
  const months = await findAgedMonths(db, clock())
  const items = policies.map((policy) => ({ ...policy, id: policy.projectId }))
  await processEach({ db, kind: 'retention', now: clock() }, items, async ({ projectId, contentDays, runDays }) => {
    const ctx = { ...(await loadSystemContext(db, projectId, 'Retention', clock)), db }
    const repeat = async (full: number, part: () => Promise<number>) => {
      for (let count = full; count >= full && performance.now() < ends; ) count = await part()
    }
    if (runDays !== null)
      await repeat(RUN_SLICE, () => inTransaction({ db }, (tx) => removeAged(tx, ctx, runDays, months)))
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
  await dropEmptyMonths(db, clock())
}

/**
 * Removes the next runs past the retention and stores up to when that was done: runs that arrive late for an earlier time are subtracted
 * from the counts again, so that a run sent again after its removal is not counted twice.
 */
async function removeAged(tx: Tx, ctx: ProjectContext, days: number, months: readonly MonthRange[]): Promise<number> {
  const projectId = ctx.project.id
  const now = ctx.now()
  const [policy] = await tx.$queryRaw<{ runsFrom: Date | null }[]>`
    SELECT runs_from AS "runsFrom" FROM data_policy WHERE project_id = ${projectId}::uuid FOR UPDATE`
  const runsFrom = policy?.runsFrom ?? null
  const limit = new Date(now.getTime() - days * DAY_MS)
  const old = await tx.runSummary.findMany({
    where: { projectId, occurredAt: { lt: limit } },
    select: { id: true, occurredAt: true },
    orderBy: [{ occurredAt: 'asc' }, { id: 'asc' }],
    take: RUN_SLICE,
  })
  const aged = {
    because: `older than ${days} days`,
    isCounted: (run: { occurredAt: Date }) => runsFrom === null || run.occurredAt >= runsFrom,
    isDropped: ({ id }: { id: string }) => months.some(({ from, to }) => id >= from && id < to),
  }
  const runIds = old.map(({ id }) => id)
  if (runIds.length > 0) await eraseRuns(tx, { projectId, runIds, now, by: signatureOf(ctx), aged })
  const until = old.length < RUN_SLICE ? limit : (old.at(-1)?.occurredAt ?? limit)
  if (runsFrom === null || until > runsFrom)
    await tx.dataPolicy.update({ where: { projectId }, data: { runsFrom: until } })
  return old.length
}
