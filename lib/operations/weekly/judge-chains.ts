import type { WeeklyChain, WeeklyReport } from '@/lib/contracts/weekly/report'
import { benjaminiHochberg } from '@/lib/engine/stats/benjamini-hochberg'
import { compareWeeks } from '@/lib/engine/weekly/compare-weeks'
import { judgePairs, toView } from './judge-pairs'
import { addWeekSums, type ChainSums, liveSample, splitSample } from './read-week-sums'
import { toWeeklyMean, toWeeklyShare } from './to-weekly-share'

/** The chains of a week, judged against the week before and among each other; those that moved most clearly first. */
export function judgeChains(chains: readonly ChainSums[]): WeeklyChain[] {
  const pairs = chains.map(({ current, previous, conformanceWeight }) => ({
    previous: splitSample(previous, conformanceWeight),
    current: splitSample(current, conformanceWeight),
  }))
  const judged = judgePairs(pairs).map(({ p, ...judgement }, place) => ({ p, judgement, place }))
  const named = judged.flatMap((row) => {
    const sums = chains[row.place]
    return sums ? [{ ...row, sums }] : []
  })
  return named
    .sort((a, b) => a.p - b.p || (a.sums.chain < b.sums.chain ? -1 : 1))
    .map(({ sums, judgement, place }) => ({
      chain: sums.chain,
      runs: sums.current.runs,
      failedRuns: sums.current.failed_runs,
      current: toWeeklyMean(pairs[place]?.current ?? null),
      previous: toWeeklyMean(pairs[place]?.previous ?? null),
      ...judgement,
    }))
}

/** All chains together. */
export function totalsOf(chains: readonly ChainSums[]): WeeklyReport['totals'] {
  const current = addWeekSums(chains.map((chain) => chain.current))
  const previous = addWeekSums(chains.map((chain) => chain.previous))
  const [now, before] = [liveSample(current), liveSample(previous)]
  const change = compareWeeks(before, now)
  return {
    runs: current.runs,
    previousRuns: previous.runs,
    failed: toWeeklyShare(current.failed_runs, current.runs),
    reviewed: toWeeklyShare(current.human_reviewed, current.runs),
    flaggedRuns: current.flagged,
    current: toWeeklyMean(now),
    previous: toWeeklyMean(before),
    change: change && toView(change, !change.isTooFew && benjaminiHochberg([change.p]).includes(true)),
  }
}
