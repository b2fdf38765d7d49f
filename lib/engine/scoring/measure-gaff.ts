import { isRecord } from '@/lib/contracts/is-record'
import type { QualityCriteria } from '@/lib/contracts/quality-criteria'
import type { IssueView } from '@/lib/contracts/run-detail'
import type { RunInput } from '@/lib/contracts/run-input'
import { searchedIn } from '../json/path'
import { GAFF_WEIGHTS, type GaffWeights } from '../quality-check/gaff-profile'
import { measurableBudget } from '../quality-check/score-performance'
import { validateExecutionResult } from '../quality-check/validate-execution-result'
import type { ValidationIssue } from '../quality-check/validation-issues'
import { ALL_CHECKS, checksInForce } from './criteria'
import { toFactors } from './measure-trace'
import type { Measure, SeriesScore } from './scored-run'

const STAGE: Record<ValidationIssue['type'], string> = {
  missing_field: 'completeness',
  type: 'completeness',
  format: 'completeness',
  empty_value: 'completeness',
  accuracy: 'accuracy',
  custom: 'custom',
}

/**
 * Scores a run by the `gaff` profile against its criteria: completeness, accuracy and performance by their weights (gaff quality check, .4,
 * .4 and .2). Fields required by the contract are required here too.
 * A run without criteria has no grade, because the formula would rate anything excellent. A factor whose checks are all disabled has no
 * value and no weight.
 */
export function measureGaff(
  run: RunInput,
  { contract, criteria: stated = {}, durationMs, tokens, weights, configuration }: Measure,
  isFinished: boolean,
): { score: SeriesScore; issues: IssueView[] } {
  if (!isFinished) return { score: unscored(`not_finished: ${run.status}`), issues: [] }
  const settings = configuration?.quality_assurance
  if (settings?.enabled === false) return { score: unscored('quality_assurance_off'), issues: [] }
  const required = [...(stated.required_fields ?? []), ...(contract?.requiredOutputs ?? [])]
  const { criteria, off, unmeasured } = checksInForce(
    { ...stated, required_fields: required },
    settings?.validation_rules ?? ALL_CHECKS,
  )
  const { performance_budget: declared, ...rest } = criteria
  const cost = { execution_time_ms: durationMs ?? undefined, tokens_used: tokens ?? undefined }
  const wanted = { time_ms: run.budget?.timeMs ?? declared?.time_ms, tokens: run.budget?.tokens ?? declared?.tokens }
  const { budget, unmeasured: uncosted } = measurableBudget(wanted, cost)
  const hasBudget = Object.keys(budget).length > 0
  const warnings = [
    ...uncosted.map((part) => `budget_not_measured: ${part}`),
    ...off.map((check) => `check_off: ${check}`),
  ]
  if (!holdsToAnything(criteria) && !hasBudget)
    return { score: unscored('no_criteria', ...off.map((check) => `check_off: ${check}`)), issues: [] }
  const scoringWeights: GaffWeights = { ...GAFF_WEIGHTS, ...criteria.scoring_weights, ...weights }
  for (const factor of unmeasured) scoringWeights[factor] = 0
  const isScored =
    unmeasured.length === 0 ||
    ((unmeasured.length < 2 || hasBudget) && Object.values(scoringWeights).some((weight) => weight > 0))
  const result = validateExecutionResult({
    execution_result: toExecutionResult(run, cost),
    quality_criteria: {
      ...rest,
      performance_budget: budget,
      scoring_weights: isScored ? scoringWeights : GAFF_WEIGHTS,
    },
    original_request: run.request,
  })
  return {
    score: isScored
      ? {
          profile: 'gaff',
          value: result.quality_score,
          grade: result.grade,
          band: null,
          blocked: result.issues.some((issue) => issue.blocking),
          breakdown: {
            factors: toGaffFactors(result, unmeasured),
            warnings,
            threshold: result.threshold,
          },
        }
      : unscored('no_criteria', ...warnings),
    issues: result.issues.map(toIssueView),
  }
}

type Result = ReturnType<typeof validateExecutionResult>

const toIssueView = ({ type, field, message, severity, blocking }: Result['issues'][number]): IssueView => ({
  stage: STAGE[type],
  type,
  field,
  message,
  severity,
  blocker: blocking,
})

/** The factors by their weights; those not measured have no value. */
function toGaffFactors({ breakdown }: Result, unmeasured: readonly string[]) {
  return toFactors('gaff', breakdown.factors).map((factor) =>
    unmeasured.includes(factor.name) ? { ...factor, value: null, contribution: null } : factor,
  )
}

function holdsToAnything(criteria: QualityCriteria): boolean {
  const { required_fields, required_types, required_formats, accuracy_criteria, custom_validators } = criteria
  const held = [required_fields, required_types, required_formats, custom_validators]
  return [...held, ...Object.values(accuracy_criteria ?? {})].some((item) => item && Object.keys(item).length > 0)
}

function unscored(...warnings: string[]): SeriesScore {
  return {
    profile: 'gaff',
    value: null,
    grade: null,
    band: null,
    blocked: false,
    breakdown: { factors: [], warnings, threshold: null },
  }
}

/**
 * Returns the cost of a run, with the places where the criteria's paths are looked up: the output, then each node's output, then the
 * metadata. An output may have any fields, so none of it is read as the state of an execution. Paths of an execution result such as
 * `results.<node>.result.<field>` lead to the same values.
 */
function toExecutionResult(run: RunInput, cost: Record<string, unknown>): Record<string, unknown> {
  const output = isRecord(run.output) ? run.output : run.output === undefined ? {} : { output: run.output }
  const completed = run.nodes.filter((node) => node.status === 'completed' && node.output !== undefined)
  const results = Object.fromEntries(completed.map((node) => [node.id, { result: node.output }]))
  return searchedIn(cost, [
    { holder: output, nodeId: null },
    ...completed.map((node) => ({ holder: node.output, nodeId: node.id })),
    { holder: run.metadata, nodeId: null },
    { holder: { results, context: run.metadata }, nodeId: null, isDeep: true },
  ])
}
