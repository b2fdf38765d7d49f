import { seededRng } from '@/lib/engine/stats/random'
import { judgeTrial, type Trial } from './judge-trials'
import type { Population } from './populations'

export const TRIALS = 4000
/** Enough for the share of a group, but not for the mean of small differences. */
export const FEWER_TRIALS = 1500
export const SEED = 11

export type Sizes = readonly [prior: number, current: number]

/** Draws changes from a population, and judges each on so many runs of either version. */
export function simulate({ draw, truth }: Population, [prior, current]: Sizes, trials = TRIALS): Trial[] {
  const random = seededRng(SEED)
  return Array.from({ length: trials }, () => {
    const bump = draw(random)
    const runs = [Array.from({ length: prior }, bump.prior), Array.from({ length: current }, bump.current)] as const
    return judgeTrial(runs[0], runs[1], bump.drop, { truth })
  })
}

export const percent = (share: number) => (Number.isFinite(share) ? `${(share * 100).toFixed(1)} %` : '-')
