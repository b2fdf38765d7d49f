import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import type { Db, Tx } from '@/lib/db/client'
import { shiftWeek } from '@/lib/engine/weekly/iso-week'
import { summarizeWeek } from '@/lib/engine/weekly/summarize-week'
import { carryActions } from './carry-actions'
import { judgeChains, totalsOf } from './judge-chains'
import { expectedNoise } from './judge-pairs'
import { readWeekDeadLetters } from './read-week-dead-letters'
import { readWeekFailures } from './read-week-failures'
import { readWeekGates } from './read-week-gates'
import { readWeekReviewers } from './read-week-reviewers'
import { readWeekSums } from './read-week-sums'
import { readWeekUnits } from './read-week-units'
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
  const sums = await readWeekSums(db, projectId, period)
  const chains = judgeChains(sums)
  const { units, unitTotals } = await readWeekUnits(db, projectId, period)
  const report = {
    week,
    project: name,
    timeZone,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    isWhole: period.isWhole,
    shiftMinutes: period.shiftMinutes,
    hours: period.hours,
    totals: totalsOf(sums),
    chains,
    expectedNoise: expectedNoise([...chains, ...units].flatMap(({ flags }) => flags)),
    units,
    unitTotals,
    failures: await readWeekFailures(db, projectId, period, sums),
    gates: await readWeekGates(db, projectId, period),
    reviewers: await readWeekReviewers(db, projectId, period),
    deadLetters: await readWeekDeadLetters(db, projectId, period),
    lastActions: await carryActions(db, projectId, period, sums),
  }
  return { ...report, summary: summarizeWeek(report) }
}
