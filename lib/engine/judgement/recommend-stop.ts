import type { OutputOf } from '@/lib/contracts/contract'
import type { RecommendStop as Contract } from '@/lib/contracts/quality/iteration'
import { EngineInputError, type InputIssue } from '../input-error'
import { analyzeConvergence } from '../iteration/analyze-convergence'
import { meanOf, sumOf } from '../stats/descriptive'
import { normalCdf, normalQuantile } from '../stats/distributions'
import { atLeast } from '../tolerance'

/** Usual spread of attempts; weighs as much as the first observed score. */
const USUAL_SPREAD = 0.1
/** Weight of a score or step relative to the next one, because the latest show best what is still to gain. */
const FADE = 0.5
/** Gain an iteration needs if no cost is given. */
const DEFAULT_COST = 0.006
const LEVEL = 0.95

interface RecommendStopInput {
  /** Scores of the attempts in order, each in [0, 1]. */
  scores: readonly number[]
  /** Number of items each score is the mean of: one number for all, or one for each. */
  evaluations?: number | readonly number[] | undefined
  /** Gain that makes one more iteration worthwhile, in [0, 1]; .006 by default. */
  cost?: number | undefined
}

type StopRecommendation = OutputOf<Contract>

/** A normal forecast of the next score. */
interface Forecast {
  method: 'trend' | 'draws'
  mean: number
  sd: number
}

/**
 * Recommends whether to try once more, in addition to the published rule. The next score is forecast in two ways, as the last score with
 * its fading trend and as another draw like all so far. The expected improvement over the best, s (z Phi(z) + phi(z)) with z = (mean -
 * best) / s (Jones, Schonlau, Welch 1998), of the better forecast is compared with the cost. The noise of a mean over `evaluations` items,
 * p (1 - p) / n, is removed from the spread.
 * @throws {EngineInputError} on invalid input.
 */
export function recommendStop({ scores, evaluations, cost = DEFAULT_COST }: RecommendStopInput): StopRecommendation {
  const { state, action, best } = analyzeConvergence({ scores })
  const issues = issuesOf(scores, evaluations, cost)
  if (issues.length > 0) throw new EngineInputError(issues)
  const published = { state, action }
  if (best === null)
    return { published, expectedGain: null, interval: null, recommendation: 'continue', best, method: 'none' }
  const noise = noiseOf(scores, evaluations)
  const [trend, draws] = [trendOf(scores, noise), drawsOf(scores, noise)]
  const forecast = gainOver(best.score, draws) > gainOver(best.score, trend) ? draws : trend
  const left = 1 - best.score
  const within = (gain: number) => Math.min(left, Math.max(0, gain))
  const expectedGain = within(gainOver(best.score, forecast))
  const reach = normalQuantile((1 + LEVEL) / 2) * forecast.sd
  return {
    published,
    expectedGain,
    interval: [within(forecast.mean - reach - best.score), within(forecast.mean + reach - best.score)],
    recommendation: left > 0 && atLeast(expectedGain, cost) ? 'continue' : 'stop',
    best,
    method: forecast.method,
  }
}

function issuesOf(scores: readonly number[], evaluations: RecommendStopInput['evaluations'], cost: number) {
  const issues: InputIssue[] = []
  const message = 'must be a number from 1'
  if (typeof evaluations === 'number') {
    if (!(evaluations >= 1)) issues.push({ path: 'evaluations', message })
  } else if (evaluations) {
    if (evaluations.length !== scores.length)
      issues.push({ path: 'evaluations', message: `must be one number, or as many as scores: ${scores.length}` })
    for (const [index, count] of evaluations.entries())
      if (!(count >= 1)) issues.push({ path: `evaluations[${index}]`, message })
  }
  if (!(cost >= 0 && cost <= 1)) issues.push({ path: 'cost', message: 'must be a number from 0 to 1' })
  return issues
}

/** Variance of one score due to the size of its evaluation; 0 if that is unknown. */
function noiseOf(scores: readonly number[], evaluations: RecommendStopInput['evaluations']): number {
  if (evaluations === undefined) return 0
  const share = Math.min(0.98, Math.max(0.02, meanOf(scores)))
  const shares = typeof evaluations === 'number' ? [1 / evaluations] : evaluations.map((count) => 1 / count)
  return share * (1 - share) * meanOf(shares)
}

/** Extrapolates the last score by the mean step, weighting later steps more. */
function trendOf(scores: readonly number[], noise: number): Forecast {
  const steps = scores.slice(1).map((score, index) => score - (scores[index] ?? score))
  let weight = FADE ** steps.length
  let [sum, squares] = [0, USUAL_SPREAD ** 2 * weight]
  for (const [index, step] of steps.entries()) {
    const share = FADE ** (steps.length - 1 - index)
    sum += share * step
    squares += share * Math.max(0, step ** 2 - 2 * noise)
    weight += share
  }
  return { method: 'trend', mean: (scores.at(-1) ?? 0) + sum / weight, sd: Math.sqrt(squares / weight) }
}

/** Forecasts another draw like the earlier ones, weighting later scores more. */
function drawsOf(scores: readonly number[], noise: number): Forecast {
  const shares = scores.map((_, index) => FADE ** (scores.length - 1 - index))
  const count = sumOf(shares)
  const mean = scores.reduce((sum, score, index) => sum + score * (shares[index] ?? 0), 0) / count
  const squares = scores.reduce((sum, score, index) => sum + (shares[index] ?? 0) * (score - mean) ** 2, 0)
  const own = Math.max(0, squares - (count - 1) * noise)
  const weight = FADE ** (scores.length - 1)
  const variance = (USUAL_SPREAD ** 2 * weight + own) / (weight + count - 1)
  return { method: 'draws', mean, sd: Math.sqrt(variance * (1 + 1 / count)) }
}

function gainOver(best: number, { mean, sd }: Forecast): number {
  // Over a thousand equal scores the weight of the usual spread rounds to 0.
  if (sd === 0) return Math.max(0, mean - best)
  const z = (mean - best) / sd
  return sd * (z * normalCdf(z) + Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI))
}
