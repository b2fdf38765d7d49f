import type { QualityCriteria } from '@/lib/contracts/quality-criteria'
import type { RunInput } from '@/lib/contracts/run-input'
import type { IssueView } from '@/lib/contracts/runs'
import { isRecord } from '@/lib/engine/json/is-record'
import { measurableBudget } from '@/lib/engine/quality-check/score-performance'
import { validateExecutionResult } from '@/lib/engine/quality-check/validate-execution-result'
import type { ValidationIssue } from '@/lib/engine/quality-check/validation-issues'
import type { Measure, SeriesScore } from './scored-run'
import { toFactors } from './to-factors'

const STAGE: Record<ValidationIssue['type'], string> = {
  missing_field: 'completeness',
  type: 'completeness',
  format: 'completeness',
  empty_value: 'completeness',
  accuracy: 'accuracy',
  custom: 'custom',
}

/**
 * The `gaff` score of a run against its criteria (rules, section 1). Fields that the contract requires are required here too.
 * Held to nothing, a run has no grade: the formula would call whatever arrives excellent.
 */
export function measureGaff(
  run: RunInput,
  { contract, criteria = {}, durationMs, tokens, weights }: Measure,
  isFinished: boolean,
): { score: SeriesScore; issues: IssueView[] } {
  if (!isFinished) return { score: unscored(`not_finished: ${run.status}`), issues: [] }
  const { performance_budget: declared, ...rest } = criteria
  const cost = { execution_time_ms: durationMs ?? undefined, tokens_used: tokens ?? undefined }
  const wanted = { time_ms: run.budget?.timeMs ?? declared?.time_ms, tokens: run.budget?.tokens ?? declared?.tokens }
  const { budget, unmeasured } = measurableBudget(wanted, cost)
  if (!holdsToAnything(criteria, contract) && Object.keys(budget).length === 0)
    return { score: unscored('no_criteria'), issues: [] }
  const result = validateExecutionResult({
    execution_result: toExecutionResult(run, cost),
    quality_criteria: {
      ...rest,
      required_fields: [...(criteria.required_fields ?? []), ...(contract?.requiredOutputs ?? [])],
      performance_budget: budget,
      ...(weights && { scoring_weights: { ...criteria.scoring_weights, ...weights } }),
    },
    original_request: run.request,
  })
  return {
    score: {
      profile: 'gaff',
      value: result.quality_score,
      grade: result.grade,
      band: null,
      blocked: result.issues.some((issue) => issue.blocking),
      breakdown: {
        factors: toFactors('gaff', result.breakdown.factors),
        warnings: unmeasured.map((part) => `budget_not_measured: ${part}`),
        threshold: result.threshold,
      },
    },
    issues: result.issues.map((issue) => ({
      stage: STAGE[issue.type],
      type: issue.type,
      field: issue.field,
      message: issue.message,
      severity: issue.severity,
      blocker: issue.blocking,
    })),
  }
}

function holdsToAnything(criteria: QualityCriteria, contract: RunInput['contract']): boolean {
  const { required_fields, required_types, required_formats, accuracy_criteria, custom_validators } = criteria
  const held = [required_fields, required_types, required_formats, custom_validators, contract?.requiredOutputs]
  return [...held, ...Object.values(accuracy_criteria ?? {})].some((item) => item && Object.keys(item).length > 0)
}

function unscored(warning: string): SeriesScore {
  return {
    profile: 'gaff',
    value: null,
    grade: null,
    band: null,
    blocked: false,
    breakdown: { factors: [], warnings: [warning], threshold: null },
  }
}

/** The run in the shape that the criteria's paths are looked up in: the output itself, then each node's output. */
function toExecutionResult(run: RunInput, cost: object): Record<string, unknown> {
  const output = isRecord(run.output) ? run.output : run.output === undefined ? {} : { output: run.output }
  const completed = run.nodes.filter((node) => node.status === 'completed' && node.output !== undefined)
  const results = Object.fromEntries(
    completed.map((node) => [node.id, { node_id: node.id, success: true, result: node.output }]),
  )
  return { context: run.metadata, results, ...output, ...cost }
}
