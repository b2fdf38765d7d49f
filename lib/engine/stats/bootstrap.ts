import type { Interval } from './descriptive'
import { seededRng } from './random'

const DRAWS = 1000
const SEED = 0xa1fa
const TAIL = 0.025

/**
 * 95 % bootstrap percentile interval of a statistic, with a fixed seed; null if no draw has the statistic. Units of one cluster are drawn
 * together, since they are not independent. The draws depend on the order of the clusters.
 */
export function bootstrapInterval<T>(
  clusters: readonly (readonly T[])[],
  statistic: (units: readonly T[]) => number | null,
): Interval | null {
  const random = seededRng(SEED)
  const drawOne = () => clusters[Math.floor(random() * clusters.length)] ?? []
  const draw = () => statistic(Array.from(clusters, drawOne).flat())
  const drawn = Array.from({ length: DRAWS }, draw).filter((value) => value !== null)
  const sorted = drawn.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]
  const [low, high] = [at(TAIL), at(1 - TAIL)]
  return low === undefined || high === undefined ? null : [low, high]
}
