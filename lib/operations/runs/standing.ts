import { band, grade } from '@/lib/contracts/primitives'
import type { Standing } from '@/lib/contracts/reviews'
import type { CountedRun } from '@/lib/engine/scoring/rollup'
import type { LockedRun } from './lock-runs'

/** The numbers of a stored run that a decision can move. */
export function toStanding(
  run: Pick<LockedRun, 'confidence' | 'coverage' | 'decision' | 'human' | 'quality'>,
): Standing {
  return {
    confidence: run.confidence,
    coverage: run.coverage,
    decision: run.decision,
    human: run.human,
    quality: run.quality,
  }
}

/** A stored run as its rollup counted it. */
export function toCounted(run: LockedRun): CountedRun {
  return { ...run, grade: grade.nullable().parse(run.grade), band: band.nullable().parse(run.band) }
}
