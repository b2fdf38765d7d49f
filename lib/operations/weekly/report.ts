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
import { type ProjectZone, weekPeriod } from './period'
import { type ChainSums, loadTotalsOf, loadWeekSums } from './sums'
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

/** Weeks of the trend, including this one. */
const HISTORY_WEEKS = 8

async function loadHistory(
  db: Db | Tx,
  projectId: string,
  week: string,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<WeeklyReport['history']> {
  const weeks = Array.from({ length: HISTORY_WEEKS }, (_, place) =>
    weekPeriod(shiftWeek(week, place - HISTORY_WEEKS + 1), timeZone, now),
  )
  const totals = await loadTotalsOf(db, projectId, weeks)
  return weeks.map(({ week: name, from, to }, place) => {
    const { runs = 0, scored = 0, qualitySum = 0, qualitySquares = 0 } = totals.get(place) ?? {}
    return {
      week: name,
      start: from.toISOString(),
      end: to.toISOString(),
      runs,
      quality: toMean(scored, qualitySum, qualitySquares),
    }
  })
}

const toScoreSums = ({ chainId, current }: ChainSums): ScoreSums => ({
  stratum: chainId,
  n: current.liveScored,
  sum: current.liveQualitySum,
  squares: current.liveSquares,
})
