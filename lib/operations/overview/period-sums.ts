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

// What a candidate did was sent to be compared, not served: it is counted, and enters no mean and no share.
const MEASURED: ReadonlySet<string> = new Set<RollupCount>([
  'scored',
  'quality_sum',
  'quality_squares',
  'band_good',
  'band_review',
  'band_poor',
  'confidence_count',
  'confidence_sum',
])

/** Whether the candidates' runs stay out of this sum. */
export const isMeasured = (name: (typeof SUMMED)[number]) => MEASURED.has(name)

/** `candidate_runs`: those of the runs that are of candidates. */
export type Sums = Record<(typeof SUMMED)[number] | 'candidate_runs', number>

/** The sums of several stretches of time as those of one; of none, all zero. */
export function addSums(parts: readonly Sums[]): Sums {
  const names = [...SUMMED, 'candidate_runs'] as const
  const total = Object.fromEntries(names.map((name) => [name, 0])) as Sums
  for (const part of parts) for (const name of names) total[name] += part[name]
  return total
}
