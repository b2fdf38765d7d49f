import { deadLetterCategory } from '@/lib/contracts/dead-letters'
import { failureClass } from '@/lib/contracts/primitives'
import type { FailureLife, WeeklyReport } from '@/lib/contracts/weekly/report'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { failureTrend } from '@/lib/engine/weekly/failure-trend'
import { withPlaces } from '../rollups/failure-places'
import { rollupsOfPeriod } from '../rollups/period'
import { bothWeeks, type WeekPeriod } from './period'
import type { ChainSums } from './sums'

const COLUMNS = Prisma.raw('r.fingerprint, r.roots, r.cascades')
const MAX_GROUPS = 100

const LIFE_ORDER = new Map(
  ['new', 'returned', 'rising', 'gone', 'falling', 'steady'].map((life, place) => [life, place]),
)

type GroupRow = {
  fingerprint: string
  failureClass: string
  node: string
  template: string
  code: string | null
  firstSeenAt: Date
  roots: number
  previousRoots: number
  cascades: number
}

/** Classifies the kinds of failure of two weeks by their life stage. Rates are per run of the project. */
export async function loadWeekFailures(
  db: Db | Tx,
  projectId: string,
  period: WeekPeriod,
  chains: readonly ChainSums[],
): Promise<WeeklyReport['failures']> {
  const rows = await db.$queryRaw<GroupRow[]>`
    SELECT g.fingerprint, g.failure_class AS "failureClass", g.node, g.template, g.code, g.first_seen_at AS "firstSeenAt",
      ${sumOf('roots', period, true)} AS roots, ${sumOf('roots', period, false)} AS "previousRoots",
      ${sumOf('cascades', period, true)} AS cascades
    FROM (${failureRollups(projectId, period)}) r
    JOIN failure_group m ON m.project_id = ${projectId}::uuid AND m.fingerprint = r.fingerprint
    JOIN failure_group g ON g.project_id = m.project_id AND g.fingerprint = coalesce(m.merged_into, m.fingerprint)
    GROUP BY g.project_id, g.fingerprint HAVING sum(r.roots) > 0`
  const runsIn = (week: 'current' | 'previous') => chains.reduce((sum, of) => sum + of[week].runs, 0)
  const [current, previous] = [runsIn('current'), runsIn('previous')]
  const regressed = await findRegressed(db, projectId, period)
  const groups = (await withPlaces(db, projectId, rows)).flatMap(({ firstSeenAt, ...row }) => {
    const life = failureTrend(
      { n: row.previousRoots, of: previous },
      { n: row.roots, of: current },
      { isFirstSeen: firstSeenAt >= period.from, isRegressed: regressed.has(row.fingerprint) },
    )
    if (life === null) return []
    return [
      { ...row, life, failureClass: failureClass.parse(row.failureClass), firstSeenAt: firstSeenAt.toISOString() },
    ]
  })
  const rank = (group: (typeof groups)[number]) => LIFE_ORDER.get(group.life) ?? LIFE_ORDER.size
  const size = (group: (typeof groups)[number]) => Math.max(group.roots, group.previousRoots)
  const count = (life: FailureLife) => groups.filter((group) => group.life === life).length
  return {
    counts: {
      new: count('new'),
      returned: count('returned'),
      rising: count('rising'),
      steady: count('steady'),
      falling: count('falling'),
      gone: count('gone'),
    },
    groups: groups
      .sort((a, b) => rank(a) - rank(b) || size(b) - size(a) || (a.fingerprint < b.fingerprint ? -1 : 1))
      .slice(0, MAX_GROUPS),
  }
}

/** Groups that came back within the week after they were resolved. */
async function findRegressed(db: Db | Tx, projectId: string, { from, to }: WeekPeriod): Promise<Set<string>> {
  const rows = await db.failureGroupEvent.findMany({
    where: { projectId, kind: 'regressed', at: { gte: from, lt: to } },
    select: { fingerprint: true },
  })
  return new Set(rows.map(({ fingerprint }) => fingerprint))
}

function failureRollups(projectId: string, period: WeekPeriod): Prisma.Sql {
  const own = Prisma.sql`r.project_id = ${projectId}::uuid`
  return rollupsOfPeriod('groups', COLUMNS, own, bothWeeks(period), period.previousFrom)
}

function sumOf(column: 'roots' | 'cascades', { from }: WeekPeriod, isCurrent: boolean): Prisma.Sql {
  const side = isCurrent ? Prisma.sql`r.since >= ${from}::timestamptz` : Prisma.sql`r.since < ${from}::timestamptz`
  return Prisma.sql`coalesce(sum(r.${Prisma.raw(column)}) FILTER (WHERE ${side}), 0)::int`
}

const AGES = ['under a day', '1 to 7 days', '7 to 28 days', 'over 28 days'] as const

type Row = { category: string; age: number; n: number; oldest: Date }

/** Dead letters added and closed within a week, and those open at its end by age. A closed one counts as closed since its last update. */
export async function loadWeekDeadLetters(
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
    WHERE ${own} AND d.created_at < ${asOf}::timestamptz AND (d.status IN ('pending', 'retrying') OR d.updated_at >= ${asOf}::timestamptz)
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
