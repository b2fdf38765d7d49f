import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { Band, Decision, Evaluator, FailureClass, Grade, Profile, RunFlag } from '@/lib/contracts/primitives'
import type { QualityCriteria } from '@/lib/contracts/quality-criteria'
import type { FactorView, IssueView } from '@/lib/contracts/run-detail'
import type { RunInput } from '@/lib/contracts/run-input'

/** Weights by factor name. */
export type Weights = Readonly<Record<string, number>>

/** The part of a configuration that runs are scored by. */
export type ScoringConfiguration = Pick<
  EffectiveConfiguration,
  'quality_assurance' | 'stratt_weights' | 'efficiency_reference' | 'confidence_weights'
>

/** What a run is held to, and its cost where it was measured. */
export type Measure = {
  contract: RunInput['contract']
  criteria: QualityCriteria | undefined
  durationMs: number | null
  tokens: number | null
  /** Weights of the profile's factors that are not the standard ones. */
  weights?: Weights | undefined
  /** Absent: the standards of the rules. */
  configuration?: ScoringConfiguration | undefined
}

/** One score with what it was computed from. `value` is null where nothing could be measured, `band` where too little was. */
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
  role: 'root' | 'cascade'
  fingerprint: string
  /** The fingerprint of its own message, whatever group it joins. */
  part: string
  /** Where its template stands among those of other failures. */
  leaf: string
  template: string
  message: string
}

/** The status of a run whose end has not come: nothing is said of it before. */
export const RUNNING = 'running'

/** How the blocker of an output that its own sources contradict begins. */
export const CONTRADICTED = 'contradicted by its sources: '

/** What a run's own facts say of it, before any evaluator and any earlier attempt is heard. */
export type MeasuredRun = {
  gaff: SeriesScore
  stratt: SeriesScore
  issues: IssueView[]
  failures: ScoredFailure[]
  /** Why the run cannot be accepted whatever its scores; empty = nothing stands in the way. */
  blockers: string[]
}

/** The signal in force of each evaluator, in [0, 1]; null = none. */
export type SignalsInForce = Record<Evaluator, number | null>

/** What follows from scores, signals and earlier attempts: derived anew whenever one of them changes. */
export type RunDecision = {
  quality: number | null
  confidence: SeriesScore
  coverage: number
  vetoed: boolean
  basis: 'confidence' | 'quality' | 'none'
  /** The number that `basis` names. */
  decisionScore: number | null
  decision: Decision
  decisionKind: string | null
  reason: string
  flag: RunFlag | null
}
