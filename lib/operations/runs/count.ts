import { countRuns as contract } from '@/lib/contracts/run-changes'
import type { RunFilters } from '@/lib/contracts/runs'
import { Prisma } from '@/lib/db/generated/client'
import { operation } from '../operation'
import { countStored } from '../rollups/runs'
import { buildRunPredicate } from './filter'
import { explain, fitsWords, toWordQuery } from './text'

/** Counts up to this are exact. */
const COUNTED_MAX = 10_000
/** Highest planner cost of an exact count (the scan of a few hundred thousand index rows); a costlier count is estimated. */
const COST_MAX = 60_000

/** Counts the runs that match the filters, at most as slowly as counting the first ten thousand. */
export const countRuns = operation(contract, async (ctx, filters) => {
  if (isUnfiltered(filters)) return { count: await countStored(ctx.db, ctx.project.id), isExact: true }
  const predicate = await buildRunPredicate(ctx, filters, 'newest')
  const words = toWordQuery(filters)
  if (!predicate || words === null) return { count: 0, isExact: true }
  const { every, arms } = predicate
  const conditions = [
    Prisma.sql`s.project_id = ${ctx.project.id}::uuid`,
    ...every,
    ...(arms.length > 0 ? [Prisma.sql`(${Prisma.join(arms, ' OR ')})`] : []),
  ]
  const isWordsAlone = words !== undefined && conditions.length === 1
  const fitting = isWordsAlone
    ? Prisma.sql`SELECT 1 FROM run_text t WHERE ${fitsWords(ctx.project.id, words)}`
    : Prisma.sql`
        SELECT 1 FROM run_summary s ${words ? Prisma.sql`JOIN run_text t ON t.run_id = s.id AND ${fitsWords(ctx.project.id, words)}` : Prisma.empty}
        WHERE ${Prisma.join(conditions, ' AND ')}`
  const { rows } = await explain(ctx.db, fitting)
  const bounded = Prisma.sql`${fitting} LIMIT ${COUNTED_MAX + 1}`
  if (rows > 4 * COUNTED_MAX || (await explain(ctx.db, bounded)).cost > COST_MAX) return about(rows)
  const [row] = await ctx.db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM (${bounded}) b`
  const count = row?.count ?? 0
  return count <= COUNTED_MAX ? { count, isExact: true } : about(Math.max(rows, count))
})

const isUnfiltered = (filters: RunFilters) => Object.values(filters).every((value) => value === undefined)

/** Rounds an estimate to three significant figures, the precision it has. */
function about(rows: number): { count: number; isExact: boolean } {
  return { count: Number(rows.toPrecision(3)), isExact: false }
}
