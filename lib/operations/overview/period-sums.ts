import type { RollupCount } from '@/lib/engine/scoring/rollup'

/** What of the rollups an overview adds up. */
export const SUMMED = [
  'runs',
  'failed_runs',
  'scored',
  'quality_sum',
  'quality_squares',
  'grade_excellent',
  'grade_good',
  'grade_acceptable',
  'grade_poor',
  'grade_failed',
  'band_good',
  'band_review',
  'band_poor',
  'confidence_count',
  'confidence_sum',
  'accepted',
  'iterating',
  'accepted_best',
  'escalated',
  'insufficient',
  'human_reviewed',
  'flagged',
] as const satisfies readonly RollupCount[]

export type Sums = Record<(typeof SUMMED)[number], number>

/** The sums of several stretches of time as those of one; of none, all zero. */
export function addSums(parts: readonly Sums[]): Sums {
  const total = Object.fromEntries(SUMMED.map((name) => [name, 0])) as Sums
  for (const part of parts) for (const name of SUMMED) total[name] += part[name]
  return total
}
