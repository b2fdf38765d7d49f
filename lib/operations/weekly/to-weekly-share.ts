import type { WeeklyMean, WeeklyShare } from '@/lib/contracts/weekly/report'
import { type Sample, sampleInterval } from '@/lib/engine/stats/sample'
import { wilsonInterval } from '@/lib/engine/stats/wilson-interval'
import { clamp01 } from '@/lib/engine/tolerance'

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
