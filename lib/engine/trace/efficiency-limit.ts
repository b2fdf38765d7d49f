import { quantile } from '../stats/descriptive'
import { atLeast } from '../tolerance'
import { bandFrom } from './band'
import type { TraceWeights } from './score-trace'

/** What of a run bounds its trace score: its efficiency, 0 to 1, and whether it was held to required outputs. */
export interface BoundedRun {
  efficiency: number
  isHeldToOutputs: boolean
}

export interface EfficiencyLimit {
  runs: number
  /** The best score that any of these runs could have had, complete and with its contract kept. */
  best: number
  /** The median efficiency, 0 to 1: what these runs usually reach. */
  median: number
}

/**
 * Whether efficiency alone keeps every run out of the good band: the score of each with conformance and completeness at 1 stays
 * below it. Null where some run could reach it, or there is none.
 */
export function findEfficiencyLimit(runs: readonly BoundedRun[], weights: TraceWeights): EfficiencyLimit | null {
  const bounds = runs.map(({ efficiency, isHeldToOutputs }) => {
    const others = weights.conformance + (isHeldToOutputs ? weights.completeness : 0)
    const total = others + weights.efficiency
    return total > 0 ? (others + weights.efficiency * efficiency) / total : 1
  })
  const best = Math.max(...bounds)
  const median = quantile(
    runs.map(({ efficiency }) => efficiency),
    0.5,
  )
  if (median === null || atLeast(best, bandFrom('good'))) return null
  return { runs: runs.length, best, median }
}
