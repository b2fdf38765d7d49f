import type { OutputOf } from '@/lib/contracts/contract'
import type { AnalyzeConvergence as Contract } from '@/lib/contracts/quality/iteration'
import { EngineInputError } from '@/lib/engine/input-error'
import { exceeds } from '@/lib/engine/tolerance'

/** The largest change between two attempts that counts as no change. */
export const CONVERGENCE_TOLERANCE = 0.02

interface AnalyzeConvergenceInput {
  /** Scores of the attempts in order, each in [0, 1]. */
  scores: readonly number[]
  tolerance?: number | undefined
}

export type Convergence = OutputOf<Contract>
export type ConvergenceState = Convergence['state']
/** An attempt with its score; `iteration` counts from 1. */
export type Attempt = NonNullable<Convergence['best']>

const actions: Record<ConvergenceState, Convergence['action']> = {
  insufficient: 'continue',
  improving: 'continue',
  plateauing: 'stop_accept_best',
  degrading: 'stop_revert_best',
  oscillating: 'stop_contradictory',
  undetermined: 'continue',
}

/**
 * Classifies the trend of a series of scores from its last deltas d and the tolerance e: three alternating |d| > e oscillate, two d < -e
 * degrade, two |d| <= e are a plateau, a last d > e improves; anything else is undetermined and continues.
 * @throws {EngineInputError} on a score outside [0, 1] or a tolerance outside [0, 1].
 */
export function analyzeConvergence({
  scores,
  tolerance = CONVERGENCE_TOLERANCE,
}: AnalyzeConvergenceInput): Convergence {
  const issues = scores.flatMap((score, index) =>
    score >= 0 && score <= 1 ? [] : [{ path: `scores[${index}]`, message: 'must be a number from 0 to 1' }],
  )
  if (!(tolerance >= 0 && tolerance <= 1)) issues.push({ path: 'tolerance', message: 'must be a number from 0 to 1' })
  if (issues.length > 0) throw new EngineInputError(issues)
  const state = stateOf(scores, tolerance)
  return { state, action: actions[state], best: bestOf(scores), tolerance }
}

function stateOf(scores: readonly number[], tolerance: number): ConvergenceState {
  if (scores.length < 2) return 'insufficient'
  const deltas = scores.slice(1).map((score, index) => direction(score - (scores[index] ?? score), tolerance))
  const lastThree = deltas.slice(-3).join(' ')
  if (lastThree === 'up down up' || lastThree === 'down up down') return 'oscillating'
  const lastTwo = deltas.slice(-2).join(' ')
  if (lastTwo === 'down down') return 'degrading'
  if (lastTwo === 'flat flat') return 'plateauing'
  return deltas.at(-1) === 'up' ? 'improving' : 'undetermined'
}

function direction(delta: number, tolerance: number): 'up' | 'down' | 'flat' {
  if (exceeds(delta, tolerance)) return 'up'
  return exceeds(-delta, tolerance) ? 'down' : 'flat'
}

function bestOf(scores: readonly number[]): Attempt | null {
  return scores.reduce<Attempt | null>(
    (best, score, index) => (best === null || exceeds(score, best.score) ? { iteration: index + 1, score } : best),
    null,
  )
}
