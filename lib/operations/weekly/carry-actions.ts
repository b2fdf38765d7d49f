import type { WeeklyOutcome } from '@/lib/contracts/weekly/report'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { actionMoved } from '@/lib/engine/weekly/action-moved'
import { isoDay, shiftWeek } from '@/lib/engine/weekly/iso-week'
import { loadActions } from './action-row'
import { type ChainSums, metricOf } from './read-week-sums'
import type { WeekPeriod } from './week-period'

const MAX_CARRIED = 100

/** The actions of the week before, and earlier ones that were open when this week began, with what became of their numbers. */
export async function carryActions(
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
