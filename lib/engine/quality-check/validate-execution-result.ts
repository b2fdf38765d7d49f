import type { FactorBreakdown } from '@/lib/engine/factor-breakdown'
import { InputCheck } from '@/lib/engine/input-check'
import type { AccuracyCriteria, ValidationRule } from '@/lib/engine/quality-check/accuracy-rules'
import type { RequiredOutputs } from '@/lib/engine/quality-check/check-completeness'
import { GAFF_THRESHOLD, GAFF_WEIGHTS, type GaffWeights, scoreGaff } from '@/lib/engine/quality-check/gaff-profile'
import { type Grade, gradeOf } from '@/lib/engine/quality-check/grade'
import { type Graph, readGraph } from '@/lib/engine/quality-check/graph'
import { type NodeOutcome, readNodeOutcomes } from '@/lib/engine/quality-check/node-outcomes'
import { recommendRepairs } from '@/lib/engine/quality-check/recommend-repairs'
import { rerunSet } from '@/lib/engine/quality-check/rerun-set'
import type { PerformanceBudget } from '@/lib/engine/quality-check/score-performance'
import {
  accuracyIssues,
  completenessIssues,
  customIssues,
  executionIssues,
  type ValidationIssue,
} from '@/lib/engine/quality-check/validation-issues'
import { atLeast } from '@/lib/engine/tolerance'

export interface QualityCriteria extends RequiredOutputs {
  /** Makes every missing field a blocker. */
  completeness_required?: boolean
  /** 0 to 1; also the quality threshold where none is given */
  accuracy_threshold?: number
  /** 0 to 1; 0.85 by default */
  quality_threshold?: number
  accuracy_criteria?: AccuracyCriteria
  performance_budget?: PerformanceBudget
  scoring_weights?: Partial<GaffWeights>
  /** Makes every issue of severity error a blocker. */
  strict?: boolean
  custom_validators?: ValidationRule[]
}

export interface ValidationInput {
  execution_result: Record<string, unknown>
  quality_criteria: QualityCriteria
  intent_graph?: unknown
  original_request?: unknown
}

export interface ValidationResult {
  /** No issue of severity error. */
  is_valid: boolean
  quality_score: number
  is_acceptable: boolean
  issues: ValidationIssue[]
  completeness_score: number
  accuracy_score: number
  rerun_required: boolean
  /** The nodes behind the issues and what depends on them, dependencies first; empty for an acceptable result. */
  rerun_nodes: string[]
  recommendations: string[]
  performance_score: number
  grade: Grade
  threshold: number
  breakdown: { threshold: number; factors: FactorBreakdown[] }
}

function requireReadableThresholds({ quality_threshold, accuracy_threshold }: QualityCriteria): void {
  const check = new InputCheck()
  if (quality_threshold !== undefined)
    check.requireNumber(quality_threshold, 'quality_criteria.quality_threshold', 0, 1)
  if (accuracy_threshold !== undefined)
    check.requireNumber(accuracy_threshold, 'quality_criteria.accuracy_threshold', 0, 1)
  check.throwIfAny()
}

function nodesBehind(graph: Graph, outcomes: Map<string, NodeOutcome>, issues: readonly ValidationIssue[]): string[] {
  const behind = issues.filter(({ severity }) => severity === 'error').map(({ node_id }) => node_id)
  return rerunSet(
    graph,
    outcomes,
    graph.ids.filter((id) => behind.includes(id)),
  ).rerunNodes
}

/**
 * Validates an execution result by the `gaff` profile. Acceptable: quality at least `quality_threshold` (else
 * `accuracy_threshold`, else 0.85), accuracy at least `accuracy_threshold` where given, and nothing that blocks. What blocks:
 * a failed node or an execution that failed, a check that could not be evaluated, a missing field when `completeness_required`,
 * any error when `strict`. Throws EngineInputError for unusable criteria and
 * for a graph that cannot be read.
 */
export function validateExecutionResult(input: ValidationInput): ValidationResult {
  const { execution_result, quality_criteria } = input
  requireReadableThresholds(quality_criteria)
  const outcomes = readNodeOutcomes(execution_result)
  const graph = readGraph(input.intent_graph, outcomes.keys())
  const { quality_threshold, accuracy_threshold, strict = false, completeness_required = false } = quality_criteria
  const { overall, completeness, accuracy, performance, factors } = scoreGaff(execution_result, {
    weights: { ...GAFF_WEIGHTS, ...quality_criteria.scoring_weights },
    weightPath: (factor) => `quality_criteria.scoring_weights.${factor}`,
    requiredOutputs: quality_criteria,
    accuracyCriteria: quality_criteria.accuracy_criteria,
    performanceBudget: quality_criteria.performance_budget,
  })
  const issues = [
    ...executionIssues(execution_result),
    ...completenessIssues(execution_result, completeness, completeness_required),
    ...accuracyIssues(execution_result, accuracy),
    ...customIssues(execution_result, quality_criteria.custom_validators ?? []),
  ].map((issue) => ({ ...issue, blocking: issue.blocking || (strict && issue.severity === 'error') }))

  const threshold = quality_threshold ?? accuracy_threshold ?? GAFF_THRESHOLD
  const isAcceptable =
    atLeast(overall, threshold) &&
    (accuracy_threshold === undefined || atLeast(accuracy.accuracy_score, accuracy_threshold)) &&
    !issues.some(({ blocking }) => blocking)
  return {
    is_valid: issues.every(({ severity }) => severity !== 'error'),
    quality_score: overall,
    is_acceptable: isAcceptable,
    issues,
    completeness_score: completeness.completeness_score,
    accuracy_score: accuracy.accuracy_score,
    rerun_required: !isAcceptable,
    rerun_nodes: isAcceptable ? [] : nodesBehind(graph, outcomes, issues),
    recommendations: recommendRepairs(issues),
    performance_score: performance,
    grade: gradeOf(overall),
    threshold,
    breakdown: { threshold, factors },
  }
}
