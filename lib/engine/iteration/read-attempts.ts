import { EngineInputError, type InputIssue } from '@/lib/engine/input-error'
import { isClose } from '@/lib/engine/tolerance'

export interface Attempts {
  /** Score of this attempt in [0, 1]; null where there was too little evidence for one. */
  qualityScore: number | null
  /** Counts from 1 and includes this attempt. */
  iteration: number
  maxIterations: number
  /** Scores of the latest attempts in order, this one last where it has one. */
  history?: readonly number[] | undefined
}

/** The scores known so far, and the iteration that the first of them belongs to (1 where there are more scores than attempts). Throws {@link EngineInputError}. */
export function readAttempts(attempts: Attempts): { scores: readonly number[]; first: number } {
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
