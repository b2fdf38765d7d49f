import type { Interval } from '@/lib/engine/stats/interval'
import { clamp01 } from '@/lib/engine/tolerance'

const Z_95 = 1.959963984540054

/**
 * Wilson score interval of a share of `successes` in `trials`, `z` the normal quantile (1.96: 95 %).
 * Centre (p + z²/2n) / (1 + z²/n), half-width z·sqrt(p(1-p)/n + z²/4n²) / (1 + z²/n) (Wilson 1927).
 * No trials say nothing: [0, 1].
 */
export function wilsonInterval(successes: number, trials: number, z = Z_95): Interval {
  if (!(successes >= 0 && successes <= trials)) throw new RangeError('successes must be between 0 and trials')
  if (trials === 0) return [0, 1]
  const share = successes / trials
  const scale = 1 + z ** 2 / trials
  const centre = (share + z ** 2 / (2 * trials)) / scale
  const half = (z * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2))) / scale
  return [clamp01(centre - half), clamp01(centre + half)]
}
