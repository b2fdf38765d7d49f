import type { WeeklyOutcome } from '@/lib/contracts/weekly/report'
import { type WeeklyAction, weeklyAction } from '@/lib/contracts/weekly/weeks'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { actionMoved } from '@/lib/engine/weekly/compare-weeks'
import { isoDay, shiftWeek } from '@/lib/engine/weekly/iso-week'
import type { WeekPeriod } from './period'
import { type ChainSums, metricOf } from './sums'

type Row = Omit<WeeklyAction, 'createdAt' | 'closedAt'> & { createdAt: Date; closedAt: Date | null }

/** Loads the actions `a` of a project that match a condition, oldest first. */
export async function loadActions(db: Db | Tx, projectId: string, condition: Prisma.Sql): Promise<WeeklyAction[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT a.id, a.week, a.text, a.owner_id AS "ownerId", u.name AS owner,
      u.id IS NOT NULL AND m.user_id IS NULL AS "hasOwnerLeft", to_char(a.due_on, 'YYYY-MM-DD') AS "dueOn",
      a.status, a.metric, a.created_by AS "createdBy", a.created_at AS "createdAt", a.closed_at AS "closedAt"
    FROM weekly_action a LEFT JOIN "user" u ON u.id = a.owner_id
    LEFT JOIN membership m ON m.project_id = a.project_id AND m.user_id = a.owner_id
    WHERE a.project_id = ${projectId}::uuid AND ${condition} ORDER BY a.created_at, a.id`
  return rows.map((row) =>
    weeklyAction.parse({
      ...row,
      createdAt: row.createdAt.toISOString(),
      closedAt: row.closedAt?.toISOString() ?? null,
    }),
  )
}

export const ofWeek = (week: string) => Prisma.sql`a.week = ${week}`
export const byIds = (ids: readonly string[]) => Prisma.sql`a.id = ANY(${ids}::uuid[])`

const MAX_CARRIED = 100

/** Actions of the week before, and earlier ones still open when this week began, with the movement of their metrics. */
export async function carryOverActions(
  db: Db | Tx,
  projectId: string,
  period: WeekPeriod,
  chains: readonly ChainSums[],
): Promise<WeeklyOutcome[]> {
  const last = shiftWeek(period.week, -1)
  const actions = await loadActions(
    db,
    projectId,
    Prisma.sql`(a.week = ${last} OR (a.week < ${last} AND (a.status = 'open' OR a.closed_at >= ${period.from}::timestamptz)))`,
  )
  const today = isoDay(period.asOf.getTime() - 1, period.timeZone)
  return actions.slice(0, MAX_CARRIED).map(({ id, week, text, owner, dueOn, status, metric }) => {
    const now = metric && metricOf(metric, chains)
    return {
      id,
      week,
      text,
      owner,
      dueOn,
      status,
      isOverdue: status === 'open' && dueOn !== null && dueOn < today,
      metric,
      now: now?.value ?? null,
      moved: metric && now && actionMoved(metric, now),
    }
  })
}
