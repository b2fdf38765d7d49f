import { quantile } from '../stats/descriptive'
import { atLeast } from '../tolerance'
import { bandFrom } from './band'
import type { TraceWeights } from './score-trace'

/** The facts that bound a run's trace score: its efficiency, 0 to 1, and whether outputs were required of it. */
export interface BoundedRun {
  efficiency: number
  isHeldToOutputs: boolean
}

interface EfficiencyLimit {
  runs: number
  /** The best score possible for any of these runs, complete and with its contract kept. */
  best: number
  /** The median efficiency of these runs, 0 to 1. */
  median: number
}

/**
 * Whether efficiency alone keeps every run out of the good band: even with conformance and completeness at 1 its score is below it. Null if
 * some run could reach it, or there are no runs.
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
