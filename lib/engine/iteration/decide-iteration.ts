import type { OutputOf } from '@/lib/contracts/contract'
import type { DecideIteration as Contract } from '@/lib/contracts/quality/iteration'
import { ACCEPT_THRESHOLD, KEEP_BEST_THRESHOLD } from '@/lib/contracts/thresholds'
import { EngineInputError, type InputIssue } from '../input-error'
import { closedText } from '../json/closed-text'
import { limitText, scoreText } from '../score-text'
import { atLeast, isClose } from '../tolerance'
import { type Attempt, analyzeConvergence, type Convergence, type ConvergenceState } from './analyze-convergence'

const fundamentalBelow = 0.3

export interface DecideIterationInput extends Attempts {
  /** Hard failures of this attempt; no score compensates for them. */
  blockers?: readonly string[] | undefined
  /** Score from which an attempt is accepted, in [0, 1]; .8 by default. */
  acceptThreshold?: number | undefined
}

type IterationKind = 'fundamental' | 'rejected' | 'marginal' | 'plateau' | 'degrading' | 'contradictory_feedback'

type IterationDecision = OutputOf<Contract>

const stops: Partial<Record<ConvergenceState, { kind: IterationKind; words: string }>> = {
  plateauing: { kind: 'plateau', words: 'the latest attempts changed nothing' },
  degrading: { kind: 'degrading', words: 'the latest attempts made it worse' },
  oscillating: { kind: 'contradictory_feedback', words: 'the scores go up and down: the feedback contradicts itself' },
}

/**
 * Decides what follows an attempt, in this order: accept (>= the threshold without a blocker), escalate a fundamentally wrong first attempt
 * (< .3), stop a series that no longer improves (best >= .5 is accepted with a caveat, else escalated), iterate, and escalate when no
 * attempt is left. A blocker rules out every acceptance.
 * @throws {EngineInputError} on invalid input.
 */
export function decideIteration(input: DecideIterationInput): IterationDecision {
  const { qualityScore: score, iteration, maxIterations, blockers = [], acceptThreshold = ACCEPT_THRESHOLD } = input
  const { scores, first } = readAttempts(input)
  const convergence = analyzeConvergence({ scores })
  const best = convergence.best && { ...convergence.best, iteration: convergence.best.iteration + first - 1 }
  if (score === null) {
    const reason = 'There is no score for this attempt, so nothing can be decided from it.'
    return { decision: 'insufficient_evidence', kind: null, best, belowThreshold: false, reason }
  }
  const belowThreshold = !atLeast(score, acceptThreshold)
  const state = { best, belowThreshold }
  if (!belowThreshold && blockers.length === 0)
    return {
      ...state,
      decision: 'accept',
      kind: null,
      reason: `A score of ${scoreText(score, acceptThreshold)} meets the threshold of ${limitText(acceptThreshold)}.`,
    }
  if (iteration === 1 && !atLeast(score, fundamentalBelow)) {
    const reason = `The first attempt scored ${scoreText(score, fundamentalBelow)}, below ${limitText(fundamentalBelow)}: the approach itself may be wrong, so a person decides.`
    return { ...state, decision: 'escalate', kind: 'fundamental', reason }
  }
  const left = Math.max(0, maxIterations - iteration)
  const reason = belowThreshold
    ? `A score of ${scoreText(score, acceptThreshold)} is below the threshold of ${limitText(acceptThreshold)}, and ${attempts(left)} left.`
    : blockedReason(blockers, left)
  if (iteration < maxIterations) {
    const stopped = stop(convergence, best, blockers, acceptThreshold)
    if (stopped) return stopped
    return { ...state, decision: 'iterate', kind: null, reason }
  }
  const kind = atLeast(score, KEEP_BEST_THRESHOLD) ? 'marginal' : 'rejected'
  return { ...state, decision: 'escalate', kind, reason: `${reason} A person decides.` }
}

function stop(
  { state }: Convergence,
  best: Attempt | null,
  blockers: readonly string[],
  acceptThreshold: number,
): IterationDecision | null {
  const rule = stops[state]
  if (!rule || !best) return null
  const { kind, words } = rule
  const belowThreshold = !atLeast(best.score, acceptThreshold)
  const summary = `${sentence(words)}; the best is attempt ${best.iteration} with ${scoreText(best.score, KEEP_BEST_THRESHOLD)}`
  if (blockers.length > 0)
    return {
      decision: 'escalate',
      kind,
      best,
      belowThreshold,
      reason: `${summary}. This attempt is blocked: ${listBlockers(blockers)} A person decides.`,
    }
  if (atLeast(best.score, KEEP_BEST_THRESHOLD))
    return { decision: 'accept_best', kind, best, belowThreshold, reason: `${summary}: it is kept.` }
  return {
    decision: 'escalate',
    kind,
    best,
    belowThreshold,
    reason: `${summary}, below ${limitText(KEEP_BEST_THRESHOLD)}: a person decides.`,
  }
}

/** Says what blocks an attempt, and how many may follow it. */
export function blockedReason(blockers: readonly string[], left: number): string {
  return `Blocked: ${listBlockers(blockers)} ${sentence(attempts(left))} left.`
}

/** A run of hundreds of steps can have dozens; its failures and checks name each. */
const LISTED_MAX = 3

/** Blockers are free text: they may end with a sentence of their own. */
function listBlockers(blockers: readonly string[]): string {
  const distinct = [...new Set(blockers.map((one) => closedText(one).replace(/\.$/, '')))]
  const more = distinct.length - LISTED_MAX
  const list = [...distinct.slice(0, LISTED_MAX), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
  return /[.!?]["”’»)]*$/.test(list) ? list : `${list}.`
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function attempts(left: number): string {
  return left === 1 ? 'one attempt is' : `${left === 0 ? 'no' : left} attempts are`
}

interface Attempts {
  /** Score of this attempt in [0, 1]; null when there was too little evidence for one. */
  qualityScore: number | null
  /** Counts from 1 and includes this attempt. */
  iteration: number
  maxIterations: number
  /** Scores of the latest attempts in order, ending with this one if it has a score. */
  history?: readonly number[] | undefined
}

/**
 * Returns the known scores, and the iteration of the first of them (1 when there are more scores than attempts).
 * @throws {EngineInputError} on invalid attempts.
 */
function readAttempts(attempts: Attempts): { scores: readonly number[]; first: number } {
  const { qualityScore, iteration, maxIterations, history } = attempts
  const scores = history && history.length > 0 ? history : qualityScore === null ? [] : [qualityScore]
  const scored = qualityScore === null ? iteration - 1 : iteration
  const issues: InputIssue[] = []
  if (qualityScore !== null && !isUnit(qualityScore))
    issues.push({ path: 'qualityScore', message: 'must be a number from 0 to 1, or null' })
  if (!isCount(iteration)) issues.push({ path: 'iteration', message: 'must be a whole number from 1' })
  if (!isCount(maxIterations)) issues.push({ path: 'maxIterations', message: 'must be a whole number from 1' })
  for (const [index, score] of scores.entries()) {
    if (!isUnit(score)) issues.push({ path: `history[${index}]`, message: 'must be a number from 0 to 1' })
  }
  const last = scores.at(-1)
  if (qualityScore !== null && last !== undefined && !isClose(last, qualityScore))
    issues.push({ path: 'history', message: 'must end with the score of this attempt' })
  if (issues.length > 0) throw new EngineInputError(issues)
  return { scores, first: Math.max(1, scored - scores.length + 1) }
}

function isUnit(value: number): boolean {
  return value >= 0 && value <= 1
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1
}
