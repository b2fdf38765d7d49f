import { clamp01 } from '@/lib/engine/tolerance'

export type RerunStrategy = 'none' | 'partial' | 'full' | 'adaptive'

/** How often reruns succeeded before. */
export interface RerunRecord {
  tried: number
  succeeded: number
}

/** Earlier reruns of the same failure class, and of this node with that class. */
export interface RerunHistory {
  ofClass: RerunRecord
  ofNode: RerunRecord
}

const PRIORS: Record<Exclude<RerunStrategy, 'none'>, number> = { partial: 0.8, full: 0.7, adaptive: 0.75 }
const FAILED_ATTEMPT_FACTOR = 0.8
const CLASS_PRIOR_WEIGHT = 6
const NODE_PRIOR_WEIGHT = 8
const SETTLED_AT = 0.9

const shrink = ({ tried, succeeded }: RerunRecord, prior: number, weight: number) =>
  (succeeded + weight * prior) / (tried + weight)

/**
 * Probability that a rerun succeeds, 0 to 1. Prior by strategy times 0.8 for every earlier failed attempt; with a history that
 * prior is shrunk towards it in two Beta steps: p_class = (k + 6·prior)/(n + 6), then p = (k + 8·p_class)/(n + 8).
 */
export function estimateRerunSuccess(
  strategy: Exclude<RerunStrategy, 'none'>,
  failedAttempts: number,
  history?: RerunHistory,
): number {
  const prior = PRIORS[strategy] * FAILED_ATTEMPT_FACTOR ** failedAttempts
  if (!history) return prior
  return clamp01(shrink(history.ofNode, shrink(history.ofClass, prior, CLASS_PRIOR_WEIGHT), NODE_PRIOR_WEIGHT))
}

/** The fewest further attempts after which success is 90 % likely, each 0.8 as likely as the one before; at most `attemptsLeft`. */
export function recommendAttempts(firstProbability: number, attemptsLeft: number): number {
  let failing = 1
  for (let attempt = 1; attempt <= attemptsLeft; attempt += 1) {
    failing *= 1 - firstProbability * FAILED_ATTEMPT_FACTOR ** (attempt - 1)
    if (1 - failing >= SETTLED_AT) return attempt
  }
  return attemptsLeft
}
