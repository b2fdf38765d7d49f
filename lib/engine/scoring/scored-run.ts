import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { Band, Decision, Evaluator, FailureClass, Grade, Profile, RunFlag } from '@/lib/contracts/primitives'
import type { QualityCriteria } from '@/lib/contracts/quality-criteria'
import type { FactorView, IssueView } from '@/lib/contracts/run-detail'
import type { RunInput } from '@/lib/contracts/run-input'
import type { FailureRole } from '@/lib/contracts/vocabulary'

/** Weights by factor name. */
export type Weights = Readonly<Record<string, number>>

/** The part of a configuration that affects scoring. */
type ScoringConfiguration = Pick<
  EffectiveConfiguration,
  'quality_assurance' | 'stratt_weights' | 'efficiency_reference' | 'confidence_weights'
>

/** What a run is measured against, and its cost if measured. */
export type Measure = {
  contract: RunInput['contract']
  criteria: QualityCriteria | undefined
  durationMs: number | null
  tokens: number | null
  /** Weights of the profile's factors that differ from the default ones. */
  weights?: Weights | undefined
  /** Absent: the default settings. */
  configuration?: ScoringConfiguration | undefined
}

/** A score with its inputs. `value` is null when nothing could be measured, `band` when too little was. */
export type SeriesScore = {
  profile: Profile
  value: number | null
  grade: Grade | null
  band: Band | null
  blocked: boolean
  breakdown: { factors: FactorView[]; warnings: string[]; threshold: number | null }
}

export type ScoredFailure = {
  nodeId: string
  node: string
  failureClass: FailureClass
  retryable: boolean
  failureMode: string
  confidence: number
  matched: string | null
  role: FailureRole
  fingerprint: string
  /** The fingerprint of its own message, whichever group it joins. */
  part: string
  /** Key of its template's leaf; see `leafOf`. */
  leaf: string
  template: string
  /** Code, type or HTTP status that came with the message. */
  code: string | null
  message: string
}

/** The status of an unfinished run, which is not judged yet. */
export const RUNNING = 'running'

/** Prefix of the blocker for an output that its own sources contradict. */
export const CONTRADICTED = 'contradicted by its sources: '

/** Results from a run's own facts, before signals and earlier attempts are considered. */
export type MeasuredRun = {
  gaff: SeriesScore
  stratt: SeriesScore
  issues: IssueView[]
  failures: ScoredFailure[]
  /** Why the run cannot be accepted whatever its scores; empty when nothing blocks it. */
  blockers: string[]
}

/** Whether a run has a score of which too little was measured to judge the run by it: a trace score without a band. */
export function isTooLittleMeasured(run: { profile: string; quality: number | null; band: Band | null }): boolean {
  return run.profile === 'stratt' && run.quality !== null && run.band === null
}

/** The current signal of each evaluator, in [0, 1]; null = none. */
export type EffectiveSignals = Record<Evaluator, number | null>

/** Result of scores, signals and earlier attempts, recomputed whenever one of them changes. */
export type RunDecision = {
  quality: number | null
  confidence: SeriesScore
  coverage: number
  vetoed: boolean
  basis: 'confidence' | 'quality' | 'none'
  /** The score named by `basis`. */
  decisionScore: number | null
  decision: Decision
  decisionKind: string | null
  reason: string
  flag: RunFlag | null
}
