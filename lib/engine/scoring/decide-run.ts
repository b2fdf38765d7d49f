import type { Profile } from '@/lib/contracts/primitives'
import { scoreConfidence } from '@/lib/engine/confidence/score-confidence'
import { CONFIDENCE_WEIGHTS } from '@/lib/engine/confidence/weights'
import { decideIteration } from '@/lib/engine/iteration/decide-iteration'
import { toConfidenceScore } from './confidence-series'
import type { Flag, RunStanding, SignalsInForce } from './scored-run'

export type DecideRunInput = {
  profile: Profile
  gaff: number | null
  stratt: number | null
  band: string | null
  status: string
  kind: string
  signals: SignalsInForce
  humanOrigin: string | null
  blockers: readonly string[]
  attempt: number
  maxAttempts: number
  /** Decision scores of the earlier attempts of this execution, in order; null where one could not be scored. */
  earlier: readonly (number | null)[]
}

/**
 * Confidence, decision and flag of a run (rules, section 5). The decision is taken on the confidence where someone other
 * than the agent has spoken, else on the profile's measured score: a self-assessment alone never accepts.
 * The iteration counts this attempt, and the history holds every scored attempt, this one last.
 */
export function decideRun(input: DecideRunInput): RunStanding {
  const { signals } = input
  const confidence = scoreConfidence({ signals: presentSignals(signals) })
  const measured = input.profile === 'gaff' ? input.gaff : input.profile === 'stratt' ? input.stratt : null
  const isIndependent = signals.peer !== null || signals.downstream !== null || signals.human !== null
  const basis = isIndependent ? 'confidence' : measured === null ? 'none' : 'quality'
  const decisionScore = basis === 'confidence' ? confidence.score : basis === 'quality' ? measured : null
  const blockers = confidence.vetoed ? [...input.blockers, 'a person rejected it'] : [...input.blockers]
  const outcome = decideOn(decisionScore, input, blockers)
  return {
    quality: input.profile === 'confidence' ? confidence.score : measured,
    confidence: toConfidenceScore(signals, confidence, CONFIDENCE_WEIGHTS),
    coverage: confidence.coverage,
    vetoed: confidence.vetoed,
    basis,
    decisionScore,
    ...outcome,
    flag: flagOf(input, outcome.decision, confidence.vetoed),
  }
}

function decideOn(
  score: number | null,
  input: DecideRunInput,
  blockers: string[],
): Pick<RunStanding, 'decision' | 'decisionKind' | 'reason'> {
  if (score === null)
    return {
      decision: 'insufficient_evidence',
      decisionKind: null,
      reason: 'Nothing measured and nobody but the agent has spoken.',
    }
  const result = decideIteration({
    qualityScore: score,
    iteration: input.attempt,
    maxIterations: Math.max(input.maxAttempts, input.attempt),
    history: [...input.earlier.filter((value) => value !== null), score],
    blockers,
  })
  return { decision: result.decision, decisionKind: result.kind, reason: result.reason }
}

function presentSignals(signals: SignalsInForce) {
  return Object.fromEntries(Object.entries(signals).filter(([, value]) => value !== null))
}

/** Why a person should look; nobody needs to once a person has, nor at a dry run. */
function flagOf(input: DecideRunInput, decision: string, vetoed: boolean): Flag | null {
  if (input.kind === 'dry_run' || input.humanOrigin === 'review' || input.humanOrigin === 'gate') return null
  if (vetoed) return 'vetoed'
  if (decision === 'escalate') return 'escalated'
  if (input.status === 'failed') return 'failed'
  if (input.blockers.length > 0) return 'blocked'
  if (input.band === 'poor' || input.band === 'review') return input.band
  return null
}
