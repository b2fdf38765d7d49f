import type { OutputOf } from '@/lib/contracts/contract'
import type { ScoreQuality as Contract } from '@/lib/contracts/quality/scoring'
import type { AccuracyCriteria, PerformanceBudget } from '@/lib/contracts/quality-criteria'
import { InputCheck } from '@/lib/engine/input-error'
import { atLeast } from '@/lib/engine/tolerance'
import type { RequiredOutputs } from './check-completeness'
import { type CustomMetric, GAFF_THRESHOLD, GAFF_WEIGHTS, type MeasuredFactor, scoreGaff } from './gaff-profile'
import { gradeOf } from './score-performance'

export interface ScoringCriteria {
  /** 0.4 by default */
  completeness_weight?: number
  /** 0.4 by default */
  accuracy_weight?: number
  /** 0.2 by default */
  performance_weight?: number
  custom_metrics?: CustomMetric[]
  required_outputs?: RequiredOutputs
  accuracy_criteria?: AccuracyCriteria
  performance_budget?: PerformanceBudget
  /** 0.85 by default */
  threshold?: number
}

interface ScoreQualityInput {
  execution_result: Record<string, unknown>
  scoring_criteria?: ScoringCriteria
}

type QualityScore = Omit<OutputOf<Contract>, 'breakdown'> & {
  breakdown: { threshold: number; factors: MeasuredFactor[] }
}

/**
 * Scores an execution result by the `gaff` profile: 0.4 completeness + 0.4 accuracy + 0.2 performance by default, custom metrics in the
 * same weighted sum. It passes with a score of at least the threshold.
 * @throws {EngineInputError} on negative or all-zero weights, a custom score outside 0 to 1, or a budget on a cost that was not measured.
 */
export function scoreQuality({ execution_result, scoring_criteria = {} }: ScoreQualityInput): QualityScore {
  const { threshold = GAFF_THRESHOLD } = scoring_criteria
  const check = new InputCheck()
  check.requireNumber(threshold, 'scoring_criteria.threshold', 0, 1)
  check.throwIfAny()
  const { overall, completeness, accuracy, performance, factors } = scoreGaff(execution_result, {
    weights: {
      completeness: scoring_criteria.completeness_weight ?? GAFF_WEIGHTS.completeness,
      accuracy: scoring_criteria.accuracy_weight ?? GAFF_WEIGHTS.accuracy,
      performance: scoring_criteria.performance_weight ?? GAFF_WEIGHTS.performance,
    },
    weightPath: (factor) => `scoring_criteria.${factor}_weight`,
    customMetrics: scoring_criteria.custom_metrics,
    requiredOutputs: scoring_criteria.required_outputs,
    accuracyCriteria: scoring_criteria.accuracy_criteria,
    performanceBudget: scoring_criteria.performance_budget,
  })
  const [completenessShare = 0, accuracyShare = 0, performanceShare = 0, ...custom] = factors.map(
    ({ weight }) => weight,
  )
  return {
    overall_score: overall,
    component_scores: {
      completeness: completeness.completeness_score,
      accuracy: accuracy.accuracy_score,
      performance,
      custom: (scoring_criteria.custom_metrics ?? []).map(({ score }) => score),
    },
    grade: gradeOf(overall),
    passing: atLeast(overall, threshold),
    weights_used: { completeness: completenessShare, accuracy: accuracyShare, performance: performanceShare, custom },
    breakdown: { threshold, factors },
  }
}
