import { type Evaluator, independentEvaluators, isDecidedByPerson } from '@/lib/contracts/evaluators'
import type { Profile, RunFlag } from '@/lib/contracts/primitives'
import { ACCEPT_THRESHOLD, FAR_APART } from '@/lib/contracts/thresholds'
import { CONFIDENCE_WEIGHTS, scoreConfidence } from '../confidence/score-confidence'
import { blockedReason, decideIteration } from '../iteration/decide-iteration'
import { atLeast } from '../tolerance'
import { UNUSABLE_SCHEMA } from '../trace/check-contract'
import { toConfidenceScore } from './score-under'
import { CONTRADICTED, type EffectiveSignals, RUNNING, type RunDecision } from './scored-run'

export type DecideRunInput = {
  profile: Profile
  gaff: number | null
  stratt: number | null
  band: string | null
  status: string
  kind: string
  signals: EffectiveSignals
  humanOrigin: string | null
  blockers: readonly string[]
  /** Whether a verification of this run was let through although it was not satisfied. */
  isOverridden: boolean
  /** Whether two people disagree on it and no third one has decided. */
  disputed?: boolean | undefined
  /** Whether the model learned from verdicts on other runs predicts a rejection. */
  likelyBad?: boolean | undefined
  attempt: number
  maxAttempts: number
  /** Decision scores of the earlier attempts of this execution, in order; null for those without a score. */
  earlier: readonly (number | null)[]
  /** Weights of the evaluators; the default ones when absent. */
  confidenceWeights?: Readonly<Record<Evaluator, number>> | undefined
  /** Threshold of the `gaff` score, from which its own chains accept; .8 when absent. */
  gaffThreshold?: number | null | undefined
}

/**
 * Decides confidence, decision and flag of a run, by the iteration rule of dag-quality. The decision is based on the confidence if an
 * evaluator other than the agent has given a weighted signal, else on the profile's measured score: a self-assessment alone never accepts.
 * A measured `gaff` score is accepted from its own threshold, everything else from .8.
 * The iteration counts this attempt, and the history holds every scored attempt, this one last. A running run is not decided. A
 * verification that was let through unmet blocks acceptance until a person has decided, and so do two people who disagree until a third
 * has.
 */
export function decideRun(input: DecideRunInput): RunDecision {
  const { signals, confidenceWeights = CONFIDENCE_WEIGHTS } = input
  const confidence = scoreConfidence({ signals: presentSignals(signals), weights: confidenceWeights })
  if (input.status === RUNNING)
    return {
      ...{ quality: null, basis: 'none', decisionScore: null, decisionKind: null, flag: null },
      confidence: toConfidenceScore(signals, confidence, confidenceWeights),
      coverage: confidence.coverage,
      vetoed: confidence.vetoed,
      decision: 'insufficient_evidence',
      reason: 'Still running. It will be decided when it ends.',
    }
  const measured = measuredScore(input)
  const isIndependent = independentEvaluators.some(
    (evaluator) => signals[evaluator] !== null && confidenceWeights[evaluator] > 0,
  )
  const basis = isIndependent ? 'confidence' : measured === null ? 'none' : 'quality'
  const decisionScore = basis === 'confidence' ? confidence.score : basis === 'quality' ? measured : null
  const acceptThreshold = basis === 'quality' && input.profile === 'gaff' ? input.gaffThreshold : null
  const blockers = blockersOf(input, confidence.vetoed)
  const outcome = decideOn(decisionScore, input, blockers, acceptThreshold ?? ACCEPT_THRESHOLD)
  return {
    quality: input.profile === 'confidence' ? confidence.score : input[input.profile],
    confidence: toConfidenceScore(signals, confidence, confidenceWeights),
    coverage: confidence.coverage,
    vetoed: confidence.vetoed,
    basis,
    decisionScore,
    ...outcome,
    flag: flagOf(input, outcome.decision, confidence.vetoed),
  }
}

/** Returns what keeps a run from being accepted: what it broke, and what people said of it or have not decided. */
function blockersOf({ blockers, humanOrigin, disputed, isOverridden }: DecideRunInput, vetoed: boolean): string[] {
  const isByPerson = isDecidedByPerson(humanOrigin)
  const all = [...blockers]
  if (vetoed) all.push(isByPerson ? 'a person rejected it' : 'a human label sent with it is a rejection')
  else if (disputed) all.push('two people who disagree')
  if (isOverridden && !isByPerson) all.push('a verification that was let through unmet')
  return all
}

/** Returns the score a decision may be based on: the profile's own, if enough was measured for a band. */
function measuredScore({ profile, gaff, stratt, band }: DecideRunInput): number | null {
  if (profile === 'gaff') return gaff
  return profile === 'stratt' && band !== null ? stratt : null
}

function unmeasured({ stratt, signals }: DecideRunInput): string {
  const judge = signals.self === null ? 'no evaluator' : 'only the agent itself'
  return `${stratt === null ? 'Nothing' : 'Too little'} was measured, and ${judge} has judged it.`
}

function decideOn(
  score: number | null,
  input: DecideRunInput,
  blockers: readonly string[],
  acceptThreshold: number,
): Pick<RunDecision, 'decision' | 'decisionKind' | 'reason'> {
  if (score === null && blockers.length > 0) return decideUnscored(input, blockers)
  if (score === null)
    return {
      decision: 'insufficient_evidence',
      decisionKind: null,
      reason: unmeasured(input),
    }
  const result = decideIteration({
    qualityScore: score,
    iteration: input.attempt,
    maxIterations: Math.max(input.maxAttempts, input.attempt),
    history: [...input.earlier.filter((value) => value !== null), score],
    blockers,
    acceptThreshold,
  })
  return { decision: result.decision, decisionKind: result.kind, reason: result.reason }
}

/** A blocked run cannot be accepted, even if too little was measured for a score. */
function decideUnscored(
  { attempt, maxAttempts }: DecideRunInput,
  blockers: readonly string[],
): Pick<RunDecision, 'decision' | 'decisionKind' | 'reason'> {
  const left = Math.max(0, maxAttempts - attempt)
  const reason = blockedReason(blockers, left)
  return left > 0
    ? { decision: 'iterate', decisionKind: null, reason }
    : { decision: 'escalate', decisionKind: 'rejected', reason }
}

function presentSignals(signals: EffectiveSignals) {
  return Object.fromEntries(Object.entries(signals).filter(([, value]) => value !== null))
}

/** Whether two evaluators of a run disagree strongly. The agent's own signal is not included. */
export function areFarApart(signals: EffectiveSignals): boolean {
  const values = independentEvaluators.flatMap((evaluator) => signals[evaluator] ?? [])
  return values.length > 1 && atLeast(Math.max(...values) - Math.min(...values), FAR_APART)
}

/**
 * Returns the most severe reason for a person to look. None after a person has decided, unless two disagree, and none for a dry run. Flags
 * are for exceptions: a run in the review band is found by its band.
 */
function flagOf(input: DecideRunInput, decision: string, vetoed: boolean): RunFlag | null {
  if (input.kind === 'dry_run') return null
  if (input.disputed) return 'disputed'
  if (isDecidedByPerson(input.humanOrigin)) return null
  if (vetoed) return 'vetoed'
  if (input.status === 'failed') return 'failed'
  if (input.blockers.some((blocker) => blocker.startsWith(CONTRADICTED))) return 'contradicted'
  if (input.blockers.some((blocker) => blocker.startsWith(UNUSABLE_SCHEMA))) return 'contract_unusable'
  if (input.blockers.length > 0) return 'blocked'
  if (decision === 'escalate') return 'escalated'
  if (input.isOverridden) return 'overridden'
  if (areFarApart(input.signals)) return 'apart'
  if (input.band === 'poor') return 'poor'
  // A run that will be tried again anyway does not need a person.
  return input.likelyBad && decision !== 'iterate' ? 'likely_bad' : null
}
