import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import type { Db, Tx } from '@/lib/db/client'
import { shiftWeek } from '@/lib/engine/weekly/iso-week'
import { summarizeWeek } from '@/lib/presentation/text/week-sentences'
import { toMean } from '../overview/sums'
import { estimateShareGood, type ScoreSums } from '../versions/true-share-good'
import { carryOverActions } from './action-store'
import { expectedNoise, judgeChains, totalsOf } from './chains'
import { loadWeekDeadLetters, loadWeekFailures, loadWeekUnits } from './failures'
import { loadWeekGates, loadWeekReviewers } from './people'
import { type ProjectZone, weekPeriod } from './period'
import { type ChainSums, loadWeekSums, type WeekSums } from './sums'
import { loadWeekVersions } from './versions'

/** Builds the whole report of a week from rollups and index look-ups, whose cost does not depend on the number of runs. */
export async function buildReport(
  db: Db | Tx,
  projectId: string,
  { name, timeZone }: ProjectZone,
  week: string,
  now: Date,
): Promise<WeeklyReport> {
  const period = weekPeriod(week, shiftWeek(week, -1), timeZone, now)
  const sums = await loadWeekSums(db, projectId, period)
  const chains = await judgeChains(db, projectId, period, sums)
  const { units, unitTotals } = await loadWeekUnits(db, projectId, period)
  const zone = { timeZone, now }
  const report = {
    week,
    project: name,
    timeZone,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    isWhole: period.isWhole,
    shiftMinutes: period.shiftMinutes,
    hours: period.hours,
    totals: await totalsOf(db, projectId, period, sums),
    shareGood: await estimateShareGood(db, projectId, sums.map(toScoreSums), period),
    history: await loadHistory(db, projectId, week, zone),
    chains,
    versions: await loadWeekVersions(db, projectId, period, sums),
    expectedNoise: expectedNoise([...chains, ...units].flatMap(({ flags }) => flags)),
    units,
    unitTotals,
    failures: await loadWeekFailures(db, projectId, period, sums),
    gates: await loadWeekGates(db, projectId, period),
    reviewers: await loadWeekReviewers(db, projectId, period),
    deadLetters: await loadWeekDeadLetters(db, projectId, period),
    lastActions: await carryOverActions(db, projectId, period, sums),
  }
  return { ...report, summary: summarizeWeek(report) }
}

/** Weeks of the trend, including this one; each query loads two. */
const HISTORY_WEEKS = 8

async function loadHistory(
  db: Db | Tx,
  projectId: string,
  week: string,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<WeeklyReport['history']> {
  const history: WeeklyReport['history'] = []
  for (let back = 0; back < HISTORY_WEEKS; back += 2) {
    const [current, previous] = [shiftWeek(week, -back), shiftWeek(week, -back - 1)]
    const period = weekPeriod(current, previous, timeZone, now)
    const sums = await loadWeekSums(db, projectId, period)
    history.unshift(
      toWeek(
        previous,
        period.previousFrom,
        period.from,
        sums.map((chain) => chain.previous),
      ),
      toWeek(
        current,
        period.from,
        period.to,
        sums.map((chain) => chain.current),
      ),
    )
  }
  return history
}

function toWeek(week: string, start: Date, end: Date, chains: readonly WeekSums[]): WeeklyReport['history'][number] {
  const total = (of: 'runs' | 'scored' | 'qualitySum' | 'qualitySquares') =>
    chains.reduce((sum, chain) => sum + chain[of], 0)
  return {
    week,
    start: start.toISOString(),
    end: end.toISOString(),
    runs: total('runs'),
    quality: toMean(total('scored'), total('qualitySum'), total('qualitySquares')),
  }
}

const toScoreSums = ({ chainId, current }: ChainSums): ScoreSums => ({
  stratum: chainId,
  n: current.liveScored,
  sum: current.liveQualitySum,
  squares: current.liveSquares,
})
