import type { OutputOf } from '@/lib/contracts/contract'
import type { ValidateExecutionResult as Contract } from '@/lib/contracts/quality/execution'
import type { AccuracyCriteria, PerformanceBudget, Rule as ValidationRule } from '@/lib/contracts/quality-criteria'
import { InputCheck } from '../input-error'
import { atLeast } from '../tolerance'
import type { RequiredOutputs } from './check-completeness'
import { GAFF_THRESHOLD, GAFF_WEIGHTS, type GaffWeights, scoreGaff } from './gaff-profile'
import { type Graph, readGraph } from './graph'
import { rerunSet } from './rerun-set'
import { gradeOf } from './score-performance'
import {
  accuracyIssues,
  completenessIssues,
  customIssues,
  executionIssues,
  type NodeOutcome,
  readNodeOutcomes,
  type ValidationIssue,
} from './validation-issues'

export interface QualityCriteria extends RequiredOutputs {
  /** Makes every missing field a blocker. */
  completeness_required?: boolean
  /** 0 to 1; also the quality threshold if none is given */
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

interface ValidationInput {
  execution_result: Record<string, unknown>
  quality_criteria: QualityCriteria
  intent_graph?: unknown
  original_request?: unknown
}

type ValidationResult = OutputOf<Contract>

/**
 * Validates an execution result by the `gaff` profile. Acceptable: quality at least `quality_threshold` (else `accuracy_threshold`, else
 * 0.85), accuracy at least `accuracy_threshold` if given, and no blocker. Blockers are a failed node, an execution that failed, was cancelled
 * or waits for an approval, a check that could not be evaluated, a missing field when `completeness_required`, and any error when `strict`.
 * @throws {EngineInputError} on unusable criteria or an unreadable graph.
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
  const unfinished = executionIssues(execution_result)
  const found = [
    ...completenessIssues(execution_result, completeness, completeness_required),
    ...accuracyIssues(execution_result, accuracy),
    ...customIssues(execution_result, quality_criteria.custom_validators ?? []),
  ].map((issue) => ({ ...issue, blocking: issue.blocking || (strict && issue.severity === 'error') }))
  const issues = [...unfinished, ...found]

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
    recommendations: [...recommendRerun(unfinished), ...recommendRepairs(found)],
    performance_score: performance,
    grade: gradeOf(overall),
    threshold,
    breakdown: { threshold, factors },
  }
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

/** Returns the advice on an execution that did not run to its end. */
function recommendRerun(unfinished: readonly ValidationIssue[]): string[] {
  const nodes = unfinished.flatMap(({ node_id }) => node_id ?? [])
  if (nodes.length > 0) return [`Repair and rerun the failed nodes: ${nodes.join(', ')}.`]
  return unfinished.map(({ message }) => `Bring it to its end: ${message}.`)
}

const ADVICE: Record<ValidationIssue['type'], string> = {
  missing_field: 'Add the missing fields',
  type: 'Return these fields in their declared type',
  format: 'Return these fields in their declared format',
  accuracy: 'Correct these values against their rules',
  custom: 'Repair what these checks found',
  empty_value: 'Fill in these empty fields or drop them from the required ones',
}

/** Returns one sentence for each kind of issue, naming the fields concerned, blocking kinds first. */
function recommendRepairs(issues: readonly ValidationIssue[]): string[] {
  const ordered = [...issues].sort((left, right) => Number(right.blocking) - Number(left.blocking))
  const fields = new Map<ValidationIssue['type'], Set<string>>()
  for (const { type, field } of ordered) fields.set(type, (fields.get(type) ?? new Set()).add(field))
  return [...fields].map(([type, names]) => `${ADVICE[type]}: ${[...names].join(', ')}.`)
}
