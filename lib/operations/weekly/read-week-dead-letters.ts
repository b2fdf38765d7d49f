import { deadLetterCategory } from '@/lib/contracts/dead-letters'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import type { WeekPeriod } from './week-period'

const AGES = ['under a day', '1 to 7 days', '7 to 28 days', 'over 28 days'] as const

type Row = { category: string; age: number; n: number; oldest: Date }

/** Dead letters that came and went within a week, and those open as it ended by age: a closed one rests from its last change. */
export async function readWeekDeadLetters(
  db: Db | Tx,
  projectId: string,
  { from, to, asOf }: WeekPeriod,
): Promise<WeeklyReport['deadLetters']> {
  const own = Prisma.sql`d.project_id = ${projectId}::uuid`
  const isClosed = Prisma.sql`d.status IN ('resolved', 'abandoned')`
  const within = (column: 'created_at' | 'updated_at') =>
    Prisma.sql`d.${Prisma.raw(column)} >= ${from}::timestamptz AND d.${Prisma.raw(column)} < ${to}::timestamptz`
  const [moved] = await db.$queryRaw<{ added: number; closed: number }[]>`
    SELECT (SELECT count(*) FROM dead_letter d WHERE ${own} AND ${within('created_at')})::int AS added,
      (SELECT count(*) FROM dead_letter d WHERE ${own} AND ${isClosed} AND ${within('updated_at')})::int AS closed`
  const rows = await db.$queryRaw<Row[]>`
    SELECT d.category, width_bucket(extract(epoch FROM ${asOf}::timestamptz - d.created_at)::float8 / 86400, ARRAY[1, 7, 28]::float8[]) AS age,
      count(*)::int AS n, min(d.created_at) AS oldest
    FROM dead_letter d
    WHERE ${own} AND d.created_at < ${asOf}::timestamptz AND (NOT ${isClosed} OR d.updated_at >= ${asOf}::timestamptz)
    GROUP BY 1, 2`
  const sum = (of: readonly Row[]) => of.reduce((total, { n }) => total + n, 0)
  const byCategory = Map.groupBy(rows, ({ category }) => deadLetterCategory.parse(category))
  return {
    added: moved?.added ?? 0,
    closed: moved?.closed ?? 0,
    open: sum(rows),
    ages: AGES.map((label, place) => ({ label, n: sum(rows.filter(({ age }) => age === place)) })),
    oldestAt: rows.map(({ oldest }) => oldest.toISOString()).sort()[0] ?? null,
    categories: Object.fromEntries([...byCategory].map(([category, own]) => [category, sum(own)])),
  }
}
