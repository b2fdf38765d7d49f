import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import type { Db, Tx } from '@/lib/db/client'
import { toMean } from '@/lib/engine/stats/intervals'
import { shiftWeek } from '@/lib/engine/weekly/iso-week'
import { summarizeWeek } from '@/lib/presentation/text/week-sentences'
import { nextTurn } from '../turns'
import { estimateShareGood, type ScoreSums } from '../versions/true-share-good'
import { carryOverActions } from './action-store'
import { expectedNoise, judgeChains, listChains, totalsOf } from './chains'
import { loadWeekDeadLetters, loadWeekFailures } from './failures'
import { loadWeekGates, loadWeekReviewers } from './people'
import { type ProjectZone, type WeekPeriod, weekPeriod } from './period'
import { type ChainSums, loadWeekSums, loadWeekTotals } from './sums'
import { loadWeekUnits } from './units'
import { loadWeekVersions } from './versions'

/** Builds the whole report of a week from rollups and index look-ups, whose cost does not depend on the number of runs. */
export async function buildReport(
  db: Db | Tx,
  projectId: string,
  { name, timeZone }: ProjectZone,
  week: string,
  now: Date,
): Promise<WeeklyReport> {
  const period = weekPeriod(week, timeZone, now)
  const zone = { timeZone, now }
  const [sums, { units, unitTotals }, history, gates, reviewers, deadLetters] = await Promise.all([
    loadWeekSums(db, projectId, period),
    loadWeekUnits(db, projectId, period),
    loadHistory(db, projectId, week, zone),
    loadWeekGates(db, projectId, period),
    loadWeekReviewers(db, projectId, period),
    loadWeekDeadLetters(db, projectId, period),
  ])
  // Each goes through the sums of all chains, of which there may be tens of thousands.
  const [chains, totals, shareGood, versions, failures, lastActions] = await Promise.all([
    nextTurn().then(() => judgeChains(db, projectId, period, sums)),
    nextTurn().then(() => totalsOf(db, projectId, period, sums)),
    nextTurn().then(() => estimateShareGood(db, projectId, sums.map(toScoreSums), period)),
    nextTurn().then(() => loadWeekVersions(db, projectId, period, sums)),
    nextTurn().then(() => loadWeekFailures(db, projectId, period, sums)),
    nextTurn().then(() => carryOverActions(db, projectId, period, sums)),
  ])
  const report = {
    week,
    project: name,
    timeZone,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    isWhole: period.isWhole,
    shiftMinutes: period.shiftMinutes,
    hours: period.hours,
    totals,
    shareGood,
    history,
    chains,
    chainTotals: { chains: chains.length, flags: chains.reduce((sum, { flags }) => sum + flags.length, 0) },
    ...versions,
    expectedNoise: expectedNoise([...chains, ...units].flatMap(({ flags }) => flags)),
    units,
    unitTotals,
    failures,
    gates,
    reviewers,
    deadLetters,
    lastActions,
  }
  // The sentences are about all chains.
  return { ...report, chains: listChains(chains), summary: summarizeWeek(report) }
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
    const period = weekPeriod(shiftWeek(week, -back), timeZone, now)
    const totals = await loadWeekTotals(db, projectId, period)
    history.unshift(toWeek(period, 'previous', totals), toWeek(period, 'current', totals))
  }
  return history
}

function toWeek(
  { week, previousFrom, from, to }: WeekPeriod,
  side: 'previous' | 'current',
  totals: Pick<ChainSums, 'current' | 'previous'>,
): WeeklyReport['history'][number] {
  const [name, start, end] = side === 'current' ? [week, from, to] : [shiftWeek(week, -1), previousFrom, from]
  const { runs, scored, qualitySum, qualitySquares } = totals[side]
  return {
    week: name,
    start: start.toISOString(),
    end: end.toISOString(),
    runs,
    quality: toMean(scored, qualitySum, qualitySquares),
  }
}

const toScoreSums = ({ chainId, current }: ChainSums): ScoreSums => ({
  stratum: chainId,
  n: current.liveScored,
  sum: current.liveQualitySum,
  squares: current.liveSquares,
})
