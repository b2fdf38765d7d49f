import { isRecord } from '@/lib/contracts/is-record'
import { band, grade, type Profile } from '@/lib/contracts/primitives'
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

/** Whether a run kept its contract, where its quality is a `stratt` score; null where it is not, or was not measured. */
export function keptOf(profile: Profile, conformance: unknown): boolean | null {
  return profile === 'stratt' && typeof conformance === 'number' ? conformance >= 0.5 : null
}

/** A stored run as its rollup counted it. */
export function toCounted(run: LockedRun): CountedRun {
  const conformance = isRecord(run.factors) ? run.factors.conformance : null
  return {
    ...run,
    kept: keptOf(run.profile, conformance),
    grade: grade.nullable().parse(run.grade),
    band: band.nullable().parse(run.band),
  }
}
