import { sumOf } from '../stats/descriptive'
import { logit, sigmoid } from '../stats/map-logistic'

/**
 * Log-odds of the chance by those of the share, for the first step and for the others. Fitted by tasks held out on 66 failed runs of 4 to
 * 130 steps with a named cause, where large shares are right less often than they say.
 */
const CALIBRATION = { slope: 0.2, other: -1.52 }
/**
 * Log-odds of the first step by the number of suspects from which they hold: the rate of 12, 9, 29 and 16 such runs, drawn towards
 * that of all by a normal prior of variance 0.5.
 */
const FIRST = [
  { from: 30, odds: -0.15 },
  { from: 9, odds: -0.67 },
  { from: 6, odds: 0.02 },
  { from: 0, odds: 0.33 },
]
/** Keeps the log-odds of a share of 0 or 1 finite. */
const SHARE_MARGIN = 1e-4

/**
 * Returns the chance of each suggested step, 0 to 1, by the shares in their order, 0 to 1, and the number of steps suspected in all; they sum
 * to 1 if no other step is suspected, else to 1 at most.
 */
export function chancesOf(shares: readonly number[], suspects: number): number[] {
  const { slope, other } = CALIBRATION
  const first = FIRST.find(({ from }) => suspects >= from)?.odds ?? 0
  const chances = shares.map((share, rank) =>
    sigmoid((rank === 0 ? first : other) + slope * logit(share, SHARE_MARGIN)),
  )
  const sum = sumOf(chances)
  return shares.length === suspects || sum > 1 ? chances.map((chance) => chance / sum) : chances
}
