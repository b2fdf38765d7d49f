import type { FactorBreakdown } from '@/lib/contracts/quality/shapes'
import type { AccuracyCriteria, PerformanceBudget } from '@/lib/contracts/quality-criteria'
import { InputCheck } from '@/lib/engine/input-error'
import { clamp01 } from '@/lib/engine/tolerance'
import { sumOf, weightedMean } from '../stats/descriptive'
import { type AccuracyResult, checkAccuracy } from './check-accuracy'
import { type CompletenessResult, checkCompleteness, type RequiredOutputs } from './check-completeness'
import { scorePerformance } from './score-performance'

/** Weights of the `gaff` scoring profile. */
export const GAFF_WEIGHTS = { completeness: 0.4, accuracy: 0.4, performance: 0.2 } as const

/** Default overall score from which a result passes. */
export const GAFF_THRESHOLD = 0.85

export type GaffWeights = Record<keyof typeof GAFF_WEIGHTS, number>

/** An additional measure in the same weighted sum; `score` is 0 to 1. */
export interface CustomMetric {
  name: string
  score: number
  weight: number
}

/** A factor that was measured. */
export type MeasuredFactor = FactorBreakdown & { score: number; contribution: number }

interface GaffCriteria {
  weights: GaffWeights
  /** Path of each weight in the input, used in error messages. */
  weightPath: (factor: keyof GaffWeights) => string
  customMetrics?: CustomMetric[]
  requiredOutputs?: RequiredOutputs
  accuracyCriteria?: AccuracyCriteria
  performanceBudget?: PerformanceBudget
}

interface GaffScore {
  overall: number
  completeness: CompletenessResult
  accuracy: AccuracyResult
  performance: number
  /** completeness, accuracy, performance, then the custom metrics in their order */
  factors: MeasuredFactor[]
}

function requireUsableWeights({ weights, weightPath, customMetrics = [] }: GaffCriteria): void {
  const check = new InputCheck()
  for (const factor of ['completeness', 'accuracy', 'performance'] as const) {
    check.requireNumber(weights[factor], weightPath(factor), 0)
  }
  for (const [index, { score, weight }] of customMetrics.entries()) {
    check.requireNumber(score, `scoring_criteria.custom_metrics[${index}].score`, 0, 1)
    check.requireNumber(weight, `scoring_criteria.custom_metrics[${index}].weight`, 0)
  }
  const total = sumOf([...Object.values(weights), ...customMetrics.map(({ weight }) => weight)])
  check.require(total !== 0, weightPath('completeness'), 'the weights must not all be zero')
  check.throwIfAny()
}

/**
 * Computes the `gaff` composite of an execution result: the mean of completeness, accuracy, performance and custom metrics, each weighted
 * by its share of all weights.
 * @throws {EngineInputError} on negative or all-zero weights.
 */
export function scoreGaff(executionResult: Record<string, unknown>, criteria: GaffCriteria): GaffScore {
  requireUsableWeights(criteria)
  const { weights, customMetrics = [], requiredOutputs = {}, accuracyCriteria = {}, performanceBudget } = criteria
  const completeness = checkCompleteness({ execution_result: executionResult, required_outputs: requiredOutputs })
  const accuracy = checkAccuracy({ execution_result: executionResult, accuracy_criteria: accuracyCriteria })
  const performance = scorePerformance(executionResult, performanceBudget)

  const measured: Omit<MeasuredFactor, 'contribution'>[] = [
    {
      factor: 'completeness',
      score: completeness.completeness_score,
      weight: weights.completeness,
      deductions: completeness.deductions,
      inputs: {},
    },
    {
      factor: 'accuracy',
      score: accuracy.accuracy_score,
      weight: weights.accuracy,
      deductions: accuracy.deductions,
      inputs: { rules_checked: accuracy.rules_checked, confidence: accuracy.confidence },
    },
    {
      factor: 'performance',
      score: performance.performance_score,
      weight: weights.performance,
      deductions: [],
      inputs: performance.inputs,
    },
    ...customMetrics.map(({ name, score, weight }) => ({
      factor: name,
      score,
      weight,
      deductions: [],
      inputs: { score },
    })),
  ]
  const total = measured.reduce((sum, { weight }) => sum + weight, 0)
  return {
    overall: clamp01(weightedMean(measured) ?? 0),
    completeness,
    accuracy,
    performance: performance.performance_score,
    factors: measured.map((factor) => ({
      ...factor,
      weight: factor.weight / total,
      contribution: (factor.score * factor.weight) / total,
    })),
  }
}
