import type { WeeklyChain, WeeklyReport } from '@/lib/contracts/weekly/report'
import { benjaminiHochberg } from '@/lib/engine/stats/benjamini-hochberg'
import { compareWeeks, flagWeek, type MeanChange } from '@/lib/engine/weekly/compare-weeks'
import { addWeekSums, type ChainSums, liveSample } from './read-week-sums'
import { toWeeklyMean, toWeeklyShare } from './to-weekly-share'

/** The chains of a week, judged against the week before and among each other; those that moved most clearly first. */
export function judgeChains(chains: readonly ChainSums[]): Pick<WeeklyReport, 'chains' | 'expectedNoise'> {
  const compared = chains.map((sums) => {
    const [previous, current] = [liveSample(sums.previous), liveSample(sums.current)]
    return { sums, previous, current, change: compareWeeks(previous, current) }
  })
  const tested = compared.flatMap(({ change }) => (change && !change.isTooFew ? [change] : []))
  const standsOut = benjaminiHochberg(tested.map(({ p }) => p))
  const beyond = new Set<MeanChange>(tested.filter((_, place) => standsOut[place]))
  const judged = compared
    .toSorted((a, b) => (a.change?.p ?? 2) - (b.change?.p ?? 2) || (a.sums.chain < b.sums.chain ? -1 : 1))
    .map(
      ({ sums, previous, current, change }): WeeklyChain => ({
        chain: sums.chain,
        runs: sums.current.runs,
        failedRuns: sums.current.failed_runs,
        current: toWeeklyMean(current),
        previous: toWeeklyMean(previous),
        change: change && toView(change, beyond.has(change)),
        flags: flagWeek(previous, current),
      }),
    )
  const known = judged.flatMap(({ flags }) => flags.flatMap(({ noise }) => (noise === null ? [] : [noise])))
  return { chains: judged, expectedNoise: known.length > 0 ? known.reduce((sum, noise) => sum + noise, 0) : null }
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

const toView = ({ change, interval, isTooFew }: MeanChange, beyondNoise: boolean) => ({
  change,
  interval,
  isTooFew,
  beyondNoise,
})
