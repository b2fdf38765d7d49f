import type {
  WeeklyChain,
  WeeklyChange,
  WeeklyFlag,
  WeeklyMean,
  WeeklyReport,
  WeeklyShare,
} from '@/lib/contracts/weekly/report'
import { type Sample, sampleInterval } from '@/lib/engine/stats/descriptive'
import { benjaminiHochberg, wilsonInterval } from '@/lib/engine/stats/intervals'
import { clamp01 } from '@/lib/engine/tolerance'
import { compareWeeks, flagWeek, type MeanChange } from '@/lib/engine/weekly/compare-weeks'
import { type WeekPair, weekPriorOf } from '@/lib/engine/weekly/week-prior'
import { addWeekSums, type ChainSums, liveSample, splitSample } from './sums'

/** The chains of a week, judged against the week before and among each other; those that moved most clearly first. */
export function judgeChains(chains: readonly ChainSums[]): WeeklyChain[] {
  const pairs = chains.map(({ current, previous, traceWeights }) => ({
    previous: splitSample(previous, traceWeights),
    current: splitSample(current, traceWeights),
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
      failedRuns: sums.current.failedRuns,
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
    failed: toWeeklyShare(current.failedRuns, current.runs),
    reviewed: toWeeklyShare(current.humanReviewed, current.runs),
    flaggedRuns: current.flagged,
    current: toWeeklyMean(now),
    previous: toWeeklyMean(before),
    change: change && toView(change, !change.isTooFew && benjaminiHochberg([change.p]).includes(true)),
  }
}

/** `p` is 2 where nothing can be compared, so that such pairs come last. */
type JudgedPair = { change: WeeklyChange; flags: WeeklyFlag[]; p: number }

/** Pairs of weeks, each judged by its own runs and by what all of them teach, and held against each other. */
export function judgePairs(pairs: readonly WeekPair[]): JudgedPair[] {
  const belief = weekPriorOf(pairs)
  const changes = pairs.map(({ previous, current }) => compareWeeks(previous, current))
  const tested = changes.flatMap((change) => (change && !change.isTooFew ? [change] : []))
  const standsOut = benjaminiHochberg(tested.map(({ p }) => p))
  const beyond = new Set(tested.filter((_, place) => standsOut[place]))
  return pairs.map((pair, place) => {
    const change = changes[place] ?? null
    return {
      change: change && toView(change, beyond.has(change)),
      flags: flagWeek(pair, belief),
      p: change?.p ?? 2,
    }
  })
}

const toView = ({ change, interval, isTooFew }: MeanChange, beyondNoise: boolean) => ({
  change,
  interval,
  isTooFew,
  beyondNoise,
})

/** How many of these flags are to be expected as noise; null where no chance is known. */
export function expectedNoise(flags: readonly WeeklyFlag[]): number | null {
  const known = flags.flatMap(({ noise }) => (noise === null ? [] : [noise]))
  return known.length > 0 ? known.reduce((sum, noise) => sum + noise, 0) : null
}

/** `n` of `of` with its Wilson interval. Of nothing, or more than all (two nodes of one name), there is no share. */
export function toWeeklyShare(n: number, of: number): WeeklyShare {
  if (of <= 0 || n > of) return { n, of, share: null, interval: null }
  return { n, of, share: n / of, interval: wilsonInterval(n, of) }
}

/**
 * The mean of a sample of scores, its 95 % interval cut off where scores end. Where all scores are 0, or all 1, their spread
 * says nothing of the next one: the interval is that of a share.
 */
export function toWeeklyMean(sample: Sample | null): WeeklyMean {
  if (!sample) return { n: 0, mean: null, interval: null }
  const isExtreme = sample.n > 1 && (sample.mean <= 1e-9 || sample.mean >= 1 - 1e-9)
  const interval = isExtreme ? wilsonInterval(Math.round(sample.mean) * sample.n, sample.n) : sampleInterval(sample)
  return {
    n: sample.n,
    mean: clamp01(sample.mean),
    interval: interval && [clamp01(interval[0]), clamp01(interval[1])],
  }
}
