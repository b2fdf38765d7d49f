import { isRecord } from '@/lib/contracts/is-record'
import type { FactorBreakdown } from '@/lib/contracts/quality/shapes'
import type { QualityCriteria } from '@/lib/contracts/quality-criteria'
import type { FactorView, IssueView } from '@/lib/contracts/run-detail'
import type { RunInput } from '@/lib/contracts/run-input'
import { isMissing, searchedIn, valueAt } from '../json/path'
import { GAFF_WEIGHTS, type GaffWeights } from '../quality-check/gaff-profile'
import { measurableBudget } from '../quality-check/score-performance'
import { validateExecutionResult } from '../quality-check/validate-execution-result'
import type { ValidationIssue } from '../quality-check/validation-issues'
import { bandFrom } from '../trace/band'
import { scoreTrace } from '../trace/score-trace'
import { ALL_CHECKS, criteriaOfChecks } from './criteria'
import type { Measure, SeriesScore } from './scored-run'

/** A score measured from a run's own facts, and what was found missing or wrong. */
type Measured = { score: SeriesScore; issues: IssueView[] }

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
): Measured {
  if (!isFinished) return { score: unscored('gaff', `not_finished: ${run.status}`), issues: [] }
  const settings = configuration?.quality_assurance
  if (settings?.enabled === false) return { score: unscored('gaff', 'quality_assurance_off'), issues: [] }
  const required = [...(stated.required_fields ?? []), ...(contract?.requiredOutputs ?? [])]
  const {
    criteria: { performance_budget: declared, ...criteria },
    off,
    unmeasured,
  } = criteriaOfChecks({ ...stated, required_fields: required }, settings?.validation_rules ?? ALL_CHECKS)
  const cost = { execution_time_ms: durationMs ?? undefined, tokens_used: tokens ?? undefined }
  const wanted = { time_ms: run.budget?.timeMs ?? declared?.time_ms, tokens: run.budget?.tokens ?? declared?.tokens }
  const { budget, unmeasured: uncosted } = measurableBudget(wanted, cost)
  const hasBudget = Object.keys(budget).length > 0
  const switchedOff = off.map((check) => `check_off: ${check}`)
  if (!holdsToAnything(criteria) && !hasBudget)
    return { score: unscored('gaff', 'no_criteria', ...switchedOff), issues: [] }
  const scoringWeights: GaffWeights = { ...GAFF_WEIGHTS, ...criteria.scoring_weights, ...weights }
  for (const factor of unmeasured) scoringWeights[factor] = 0
  const isScored =
    unmeasured.length === 0 ||
    ((unmeasured.length < 2 || hasBudget) && Object.values(scoringWeights).some((weight) => weight > 0))
  const result = validateExecutionResult({
    execution_result: toExecutionResult(run, cost),
    quality_criteria: {
      ...criteria,
      performance_budget: budget,
      scoring_weights: isScored ? scoringWeights : GAFF_WEIGHTS,
    },
    original_request: run.request,
  })
  const warnings = [...uncosted.map((part) => `budget_not_measured: ${part}`), ...switchedOff]
  return {
    score: isScored ? toGaffScore(result, unmeasured, warnings) : unscored('gaff', 'no_criteria', ...warnings),
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

/** The score with its factors; those not measured have no value. */
function toGaffScore(
  { quality_score: value, grade, issues, breakdown, threshold }: Result,
  unmeasured: readonly string[],
  warnings: string[],
): SeriesScore {
  const factors = toFactors('gaff', breakdown.factors).map((factor) =>
    unmeasured.includes(factor.name) ? { ...factor, value: null, contribution: null } : factor,
  )
  const blocked = issues.some(({ blocking }) => blocking)
  return { profile: 'gaff', value, grade, band: null, blocked, breakdown: { factors, warnings, threshold } }
}

function holdsToAnything(criteria: QualityCriteria): boolean {
  const { required_fields, required_types, required_formats, accuracy_criteria, custom_validators } = criteria
  const held = [required_fields, required_types, required_formats, custom_validators]
  return [...held, ...Object.values(accuracy_criteria ?? {})].some((item) => item && Object.keys(item).length > 0)
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

/**
 * Scores a run by the `stratt` profile: .40 conformance + .35 completeness + .25 efficiency (stratt quality scoring), over what was
 * measured. A failed run breaks its contract; its completeness is measured all the same.
 */
export function measureStratt(
  run: RunInput,
  { contract, configuration, weights = configuration?.stratt_weights }: Measure,
  isFinished: boolean,
): Measured {
  if (!isFinished) return { score: unscored('stratt', `not_finished: ${run.status}`), issues: [] }
  const trace = scoreTrace({
    output: run.output,
    contract,
    tokens: tokensOf(run),
    ...(weights && { weights }),
    efficiencyReference: configuration?.efficiency_reference ?? 1,
    isCompleted: true,
    ...(run.status === 'failed' && { contractConformance: false }),
  })
  return {
    score: {
      profile: 'stratt',
      value: trace.qualityScore,
      grade: null,
      band: trace.band,
      blocked: trace.blocked,
      breakdown: {
        factors: toFactors('stratt', trace.breakdown).map((factor) =>
          factor.name === 'conformance' ? { ...factor, ...conformanceWithoutCheck(run, trace.warnings) } : factor,
        ),
        warnings: trace.warnings,
        threshold: bandFrom('good'),
      },
    },
    issues: [
      ...trace.contractErrors.map((error) => ({
        stage: 'schema',
        type: error.code,
        field: error.path,
        message: error.message,
        severity: 'error' as const,
        blocker: true,
      })),
      ...trace.missingOutputs.map((field) => ({
        stage: 'contract',
        type: 'missing_field',
        field,
        message: isMissing(valueAt(run.output, field)) ? `${field} is missing` : `${field} is present but empty`,
        severity: 'warning' as const,
        blocker: false,
      })),
    ],
  }
}

/** What conformance says of a run whose output no contract was checked against; undefined where one was. */
function conformanceWithoutCheck({ status }: RunInput, warnings: readonly string[]) {
  if (status === 'failed') return { formula: '0, as the run failed', inputs: [] }
  if (warnings.includes('schema_error'))
    return { formula: 'not measured: the schema of its contract cannot be used', inputs: [] }
  return warnings.includes('no_contract')
    ? { formula: '1, as the run completed; it has no contract', inputs: [] }
    : undefined
}

/** Returns the run's own token counts, else the sums over its nodes for each count that all counting nodes have, with its useful ones. */
function tokensOf(run: RunInput): RunInput['tokens'] {
  const { input, output, total, useful } = run.tokens ?? {}
  if ([input, output, total].some((count) => count !== undefined)) return run.tokens
  const counted = run.nodes.flatMap((node) => (node.tokens ? [node.tokens] : []))
  if (counted.length === 0) return run.tokens
  const sum = (part: 'input' | 'output' | 'total') =>
    counted.every((tokens) => tokens[part] !== undefined)
      ? counted.reduce((total, tokens) => total + (tokens[part] ?? 0), 0)
      : undefined
  return { input: sum('input'), output: sum('output'), total: sum('total'), useful }
}

function unscored(profile: SeriesScore['profile'], ...warnings: string[]): SeriesScore {
  const breakdown = { factors: [], warnings, threshold: null }
  return { profile, value: null, grade: null, band: null, blocked: false, breakdown }
}

const GAFF_FACTORS: Record<string, { label: string; formula: string }> = {
  completeness: { label: 'Completeness', formula: '1 − 0.20 per missing field − 0.10 per type mismatch' },
  accuracy: { label: 'Accuracy', formula: '1 − 0.15 per error − 0.05 per warning − 0.25 per business violation' },
  performance: { label: 'Performance', formula: 'min(1, time budget ÷ time) × min(1, token budget ÷ tokens)' },
}

const TRACE_FACTORS: Record<string, { label: string; formula: string }> = {
  conformance: { label: 'Conformance', formula: '1 when the output keeps its contract, else 0' },
  completeness: { label: 'Completeness', formula: 'required outputs present and not empty ÷ required outputs' },
  efficiency: { label: 'Efficiency', formula: 'useful output tokens ÷ all tokens' },
}

/** Formats the parts of a score for display: weights, inputs, and deductions. */
function toFactors(profile: 'gaff' | 'stratt', parts: readonly FactorBreakdown[]): FactorView[] {
  const names = profile === 'gaff' ? GAFF_FACTORS : TRACE_FACTORS
  return parts.map((part) => ({
    name: part.factor,
    label: names[part.factor]?.label ?? part.factor,
    weight: part.weight,
    value: part.score,
    contribution: part.contribution,
    formula:
      part.score === null
        ? 'not measured: no share in the mean'
        : (names[part.factor]?.formula ?? 'given by the caller'),
    inputs: [
      ...Object.entries(part.inputs).map(([label, value]) => ({
        label: label.replaceAll('_', ' '),
        value: value === null ? '—' : String(value),
      })),
      ...part.deductions.map(({ reason, field, amount }) => ({
        label: `${reason.replaceAll('_', ' ')}: ${field}`,
        value: `−${amount.toFixed(2)}`,
      })),
    ],
  }))
}
