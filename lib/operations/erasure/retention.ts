import { DAY_MS } from '@/lib/contracts/durations'
import type { Db, Tx } from '@/lib/db/client'
import { databaseCode, LOCK_NOT_AVAILABLE } from '@/lib/db/database-code'
import { Prisma } from '@/lib/db/generated/client'
import { addMonths, firstRunIdOf, idsOf, monthlyTables, partitionOf, startOfMonth } from '@/lib/db/run-months'
import { inTransaction } from '@/lib/db/transaction'
import { log } from '@/lib/log'
import { formatPlural } from '@/lib/presentation/format/number'
import { audit, signatureOf } from '../audit'
import { loadSystemContext, type ProjectContext } from '../context'
import { EVERY_PROJECT } from '../every-project'
import { announce } from '../live/changes'
import { loadMonths } from '../months/make-months'
import { processEach } from '../work/process-each'
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
          await audit(tx, ctx, 'run.content_removed', {
            subject: `project:${projectId}`,
            after: { runs, days: contentDays },
          })
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
    because: `older than ${formatPlural(days, 'day')}`,
    isCounted: (run: { occurredAt: Date }) => runsFrom === null || run.occurredAt >= runsFrom,
    isDropped: ({ id }: { id: string }) => months.some(({ from, to }) => id >= from && id < to),
  }
  const runIds = old.map(({ id }) => id)
  if (runIds.length > 0) {
    await eraseRuns(tx, { projectId, runIds, now, by: signatureOf(ctx), aged })
    // Which says how many runs there are.
    await announce(tx, { project: projectId, topic: 'data' })
  }
  const until = old.length < RUN_SLICE ? limit : (old.at(-1)?.occurredAt ?? limit)
  if (runsFrom === null || until > runsFrom)
    await tx.dataPolicy.update({ where: { projectId }, data: { runsFrom: until } })
  return old.length
}

/** The partitions of one month, or those of the data from before partitioning by month. Ids are in [`from`, `to`). */
type MonthRange = { partitions: readonly string[]; from: string; to: string; endsAt: Date }

/** Returns the months in which every run has passed its project's retention; their rows may still exist. */
async function findAgedMonths(db: Db, now: Date): Promise<MonthRange[]> {
  const policies = await db.dataPolicy.findMany({
    where: { runDays: { not: null } },
    select: { projectId: true, runDays: true },
  })
  const daysOf = new Map(policies.map(({ projectId, runDays }) => [projectId, runDays ?? 0]))
  const projects = await db.project.findMany({ select: { id: true } })
  const aged: MonthRange[] = []
  for (const range of await listPast(db, now)) {
    const isKept = async ({ id }: { id: string }) => {
      const days = daysOf.get(id)
      const rows = await db.$queryRaw<object[]>`
        SELECT 1 FROM run_summary WHERE project_id = ${id}::uuid AND id >= ${range.from}::uuid AND id < ${range.to}::uuid
          AND ${days === undefined ? Prisma.sql`true` : Prisma.sql`occurred_at >= ${daysBefore(now, days)}`} LIMIT 1`
      return rows.length > 0
    }
    let kept = false
    for (const project of projects) if (!kept) kept = await isKept(project)
    if (!kept) aged.push(range)
  }
  return aged
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** Months that ended before the shortest retention of any project. */
async function listPast(db: Db, now: Date): Promise<MonthRange[]> {
  const { _min } = await db.dataPolicy.aggregate({ _min: { runDays: true } })
  if (_min.runDays === null) return []
  const before = daysBefore(now, _min.runDays)
  return (await listMonthRanges(db)).filter(({ endsAt }) => endsAt <= before)
}

async function listMonthRanges(db: Db): Promise<MonthRange[]> {
  const { months, before } = await loadMonths(db)
  const ranges = [...months].sort().map((month) => ({
    partitions: monthlyTables.map((table) => partitionOf(table, month)),
    endsAt: startOfMonth(addMonths(month, 1)),
    ...idsOf(month),
  }))
  if (before === null) return ranges
  const partitions = monthlyTables.map((table) => `${table}_before`)
  return [{ partitions, from: firstRunIdOf(new Date(0)), to: firstRunIdOf(before), endsAt: before }, ...ranges]
}

/** Drops the months that ended before the shortest retention and contain no runs. */
async function dropEmptyMonths(db: Db, now: Date): Promise<void> {
  for (const range of await listPast(db, now)) if (!(await hasRun(db, range))) await dropWhenUnlocked(db, range)
}

async function hasRun(db: Db | Tx, { from, to }: MonthRange): Promise<boolean> {
  const rows = await db.$queryRaw<object[]>`
    SELECT 1 FROM ${EVERY_PROJECT} JOIN run_summary s ON s.project_id = p.project_id AND s.id >= ${from}::uuid AND s.id < ${to}::uuid LIMIT 1`
  return rows.length > 0
}

const TRIES = 100
const REST_MS = 300

/** Gives way to readers and writers: tries for the locks briefly, and again a little later. */
async function dropWhenUnlocked(db: Db, range: MonthRange): Promise<boolean> {
  for (let tries = 1; tries <= TRIES; tries++)
    try {
      return await inTransaction({ db }, (tx) => drop(tx, range))
    } catch (error) {
      if (databaseCode(error) !== LOCK_NOT_AVAILABLE) throw error
      await new Promise((resolve) => setTimeout(resolve, REST_MS * (0.5 + Math.random())))
    }
  log.warn({ partitions: range.partitions }, 'an expired month is still in use; it is dropped in the next round')
  return false
}

/**
 * Locks every parent before the last check for runs, in one transaction: a run that arrives meanwhile waits briefly and goes to the default
 * partition. The lock timeout is below the second after which PostgreSQL looks for deadlocks.
 */
async function drop(tx: Tx, range: MonthRange): Promise<boolean> {
  await tx.$executeRaw`SET LOCAL lock_timeout = '100ms'`
  for (const table of monthlyTables) await tx.$executeRawUnsafe(`LOCK TABLE ONLY "${table}" IN ACCESS EXCLUSIVE MODE`)
  if (await hasRun(tx, range)) return false
  await tx.$executeRawUnsafe(`DROP TABLE ${range.partitions.map((name) => `"${name}"`).join(', ')}`)
  return true
}
