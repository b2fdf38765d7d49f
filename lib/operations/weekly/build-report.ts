import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import type { Db, Tx } from '@/lib/db/client'
import { shiftWeek } from '@/lib/engine/weekly/iso-week'
import { summarizeWeek } from '@/lib/engine/weekly/summarize-week'
import { carryActions } from './carry-actions'
import { judgeChains, totalsOf } from './judge-chains'
import { readWeekDeadLetters } from './read-week-dead-letters'
import { readWeekFailures, readWeekUnits } from './read-week-failures'
import { readWeekGates } from './read-week-gates'
import { readWeekReviewers } from './read-week-reviewers'
import { readWeekSums } from './read-week-sums'
import { type ProjectZone, weekPeriod } from './week-period'

/** Everything the page of a week says, from rollups and index look-ups: no run is read, whatever their number. */
export async function buildReport(
  db: Db | Tx,
  projectId: string,
  { name, timeZone }: ProjectZone,
  week: string,
  now: Date,
): Promise<WeeklyReport> {
  const period = weekPeriod(week, shiftWeek(week, -1), timeZone, now)
  const chains = await readWeekSums(db, projectId, period)
  const report = {
    week,
    project: name,
    timeZone,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    isWhole: period.isWhole,
    shiftMinutes: period.shiftMinutes,
    hours: period.hours,
    totals: totalsOf(chains),
    ...judgeChains(chains),
    units: await readWeekUnits(db, projectId, period, chains),
    failures: await readWeekFailures(db, projectId, period, chains),
    gates: await readWeekGates(db, projectId, period),
    reviewers: await readWeekReviewers(db, projectId, period),
    deadLetters: await readWeekDeadLetters(db, projectId, period),
    lastActions: await carryActions(db, projectId, period, chains),
  }
  return { ...report, summary: summarizeWeek(report) }
}
