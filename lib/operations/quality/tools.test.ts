import { beforeAll, describe, expect, it } from 'vitest'
import { scoreConfidence } from '@/lib/contracts/quality/score-confidence'
import type { Context } from '../context'
import type { AppError } from '../errors'
import { registry } from '../registry'
import { makeProject } from '../testing/factories'
import { toAppError } from '../to-app-error'
import { tool } from './tool'

let key: Context
beforeAll(async () => {
  key = (await makeProject()).key
})

async function call(tool: string, input: unknown): Promise<Record<string, unknown>> {
  const operation = registry.find(({ contract }) => contract.name === tool)
  if (!operation) throw new Error(`no tool ${tool}`)
  return (await operation.run(key, input)) as Record<string, unknown>
}

const refusal = (tool: string, input: unknown): Promise<AppError> =>
  call(tool, input).then((answer) => {
    throw new Error(`answered ${JSON.stringify(answer)}`)
  }, toAppError)

const nodes = ['a', 'b', 'c']
const intent_graph = {
  nodes,
  edges: [
    { from: 'a', to: 'b' },
    { source: 'b', target: 'c' },
  ],
}
const execution_result = {
  execution_id: 'e',
  status: 'failed',
  results: {
    a: { node_id: 'a', success: true, result: { x: 1 } },
    b: { node_id: 'b', success: false, error: 'bad json' },
    c: { node_id: 'c', success: false, skipped: true },
  },
  nodes_failed: ['b'],
}
/** The quality_assurance block of the source's gaff.json. */
const qualityAssurance = {
  enabled: true,
  auto_rerun_on_failure: true,
  quality_threshold: 0.85,
  max_rerun_attempts: 2,
  validation_rules: ['completeness_check', 'accuracy_verification', 'consistency_check', 'format_validation'],
  scoring_weights: { completeness: 0.4, accuracy: 0.4, performance: 0.2 },
  rerun_strategies: { partial: 'Rerun only failed nodes', full: 'Rerun entire workflow', adaptive: 'Decide' },
  default_strategy: 'adaptive',
}
const scores = (...values: number[]) => values.map((score) => ({ score }))

describe('every tool answers in the shape of its contract', () => {
  it.each<[string, unknown, Record<string, unknown>]>([
    [
      'validate_execution_result',
      { execution_result, quality_criteria: qualityAssurance, intent_graph, original_request: { text: 'do it' } },
      { is_acceptable: false, rerun_nodes: ['b', 'c'], threshold: 0.85, grade: 'excellent' },
    ],
    ['validate_execution_result', { execution_result: { a: 1 }, quality_criteria: {} }, { is_acceptable: true }],
    [
      'score_quality',
      {
        execution_result: { execution_time_ms: 2000, tokens_used: 400 },
        scoring_criteria: { performance_budget: { time_ms: 1000, tokens: 100 } },
      },
      { component_scores: { completeness: 1, accuracy: 1, performance: 0.125, custom: [] }, passing: false },
    ],
    [
      'check_completeness',
      { execution_result: { a: '' }, required_outputs: { required_fields: ['a'], required_formats: { a: '(' } } },
      {
        is_complete: false,
        completeness_score: 1,
        empty_fields: ['a'],
        format_violations: [{ error: expect.any(String) }],
      },
    ],
    [
      'check_accuracy',
      {
        execution_result: { a: 120, b: 1 },
        accuracy_criteria: { expected_ranges: { a: { max: 100, severity: 'warning' } } },
        reference_data: { b: 2 },
      },
      { accuracy_score: expect.closeTo(0.8, 12), rule_violations: [{ rule: 'range:a' }, { rule: 'reference:b' }] },
    ],
    [
      'determine_rerun_strategy',
      {
        execution_result,
        validation_result: { is_acceptable: false },
        intent_graph,
        failure_history: [{ strategy: 'partial', rerun_nodes: ['b'], success: false }],
      },
      { strategy: 'partial', reused_nodes: ['a'], estimated_success_probability: expect.closeTo(0.8 * 0.8, 12) },
    ],
    [
      'analyze_failure_patterns',
      { execution_history: [], intent_graph },
      { success_rate: null, average_quality_score: null, improvement_suggestions: [] },
    ],
    [
      'classify_failure',
      { message: 'timeout', httpStatus: 402 },
      { failureClass: 'provider_spend_limit', retryable: false, errorType: '402', failureMode: 'rate-limit' },
    ],
    [
      'score_trace',
      { contractConformance: true, completeness: 1, tokens: { input: 600, output: 400 } },
      { qualityScore: expect.closeTo(0.85, 12) },
    ],
    [
      'detect_regression',
      { prior: scores(0.84), current: scores(0.78, 0.75, 0.79) },
      { verdict: 'regression', gate: true, delta: expect.closeTo(0.84 - 2.32 / 3, 12) },
    ],
    [
      'detect_regression',
      { prior: [], current: [] },
      { verdict: 'no_baseline', delta: null, evidence: { interval: null } },
    ],
    [
      'validate_output',
      { schema: { required: ['a'] }, output: {} },
      { valid: false, contentValid: null, stagesRun: ['schema'], errors: [{ path: '$.a', severity: 'error' }] },
    ],
    ['score_confidence', { signals: {} }, { score: null, weightsUsed: {}, decision: 'insufficient_evidence' }],
    ['score_confidence', { signals: { peer: 0.8, downstream: true } }, { score: expect.closeTo(0.55 / 0.6, 12) }],
    [
      'detect_hallucinations',
      { output: 'As shown [3].', references: [{ id: '1', text: 'Smith 2020' }] },
      { findings: [{ type: 'fabricated_citation', span: { text: '[3]' } }] },
    ],
    [
      'decide_iteration',
      { qualityScore: null, iteration: 1, maxIterations: 3 },
      { decision: 'insufficient_evidence', best: null },
    ],
    ['analyze_convergence', { scores: [] }, { state: 'insufficient', best: null, tolerance: 0.02 }],
    [
      'synthesize_feedback',
      { overallScore: null, issues: [{ field: 'citations', issue: 'Source [3] returns 404' }] },
      { overall_score: null, specific_issues: [{ field: 'citations', fix: null }] },
    ],
  ])('%s', async (tool, input, answer) => {
    expect(await call(tool, input)).toMatchObject(answer)
  })

  it('takes null for an optional field as left out', async () => {
    const bare = { execution_result, validation_result: {}, intent_graph }
    const given = { ...bare, failure_history: null, max_rerun_attempts: null, include_upstream: null }
    expect(await call('determine_rerun_strategy', given)).toEqual(await call('determine_rerun_strategy', bare))
    const weights = { contractConformance: null, completeness: null, tokens: null, contract: null, weights: null }
    expect(await call('score_trace', weights)).toEqual(await call('score_trace', {}))
  })
})

describe('what cannot be answered is refused, naming the field', () => {
  const rule = { id: 'r', field: 'a', op: 'eq', value: 1 }
  it.each<[string, unknown, string]>([
    ['validate_execution_result', { quality_criteria: {} }, 'execution_result'],
    ['validate_execution_result', { execution_result: [], quality_criteria: {} }, 'execution_result'],
    ['validate_execution_result', { execution_result: {} }, 'quality_criteria'],
    [
      'validate_execution_result',
      { execution_result: {}, quality_criteria: { strikt: true } },
      'quality_criteria.strikt',
    ],
    [
      'validate_execution_result',
      { execution_result: {}, quality_criteria: { validation_rules: [rule] } },
      'quality_criteria.validation_rules[0]',
    ],
    [
      'validate_execution_result',
      { execution_result: {}, quality_criteria: {}, intent_graph: { nodes: [{}] } },
      'intent_graph.nodes[0]',
    ],
    [
      'score_quality',
      { execution_result: {}, scoring_criteria: { completeness_weight: -1 } },
      'scoring_criteria.completeness_weight',
    ],
    [
      'score_quality',
      { execution_result: {}, scoring_criteria: { completeness_weight: 0, accuracy_weight: 0, performance_weight: 0 } },
      'scoring_criteria.completeness_weight',
    ],
    [
      'score_quality',
      { execution_result: { execution_time_ms: 0 }, scoring_criteria: { performance_budget: { time_ms: 1 } } },
      'execution_result.execution_time_ms',
    ],
    [
      'check_completeness',
      { execution_result: {}, required_outputs: { required_types: { a: 'date' } } },
      'required_outputs.required_types.a',
    ],
    [
      'check_accuracy',
      { execution_result: {}, accuracy_criteria: { validation_rules: [{ ...rule, severity: 'fatal' }] } },
      'accuracy_criteria.validation_rules[0].severity',
    ],
    ['determine_rerun_strategy', { execution_result, validation_result: {} }, 'intent_graph'],
    [
      'determine_rerun_strategy',
      { execution_result, validation_result: {}, intent_graph: { edges: [{ from: 'a' }] } },
      'intent_graph.edges[0]',
    ],
    [
      'analyze_failure_patterns',
      { execution_history: [{ success: true, timestamp: 'soon' }] },
      'execution_history[0].timestamp',
    ],
    ['analyze_failure_patterns', { execution_history: [{ failed_nodes: ['a'] }] }, 'execution_history[0].success'],
    ['classify_failure', { message: 'x', toolCalls: -2 }, 'toolCalls'],
    ['score_trace', { tokens: { input: -1 } }, 'tokens.input'],
    ['score_trace', { weights: { conformance: 0, completeness: 0, efficiency: 0 } }, 'weights'],
    ['detect_regression', { prior: scores(1.2), current: [] }, 'prior[0].score'],
    ['validate_output', { schema: 'object', output: 1 }, 'schema'],
    ['validate_output', { schema: {}, output: 1, content: { minLength: 2, maxLength: 1 } }, 'content.minLength'],
    ['score_confidence', { signals: { peer: 1.4 } }, 'signals.peer'],
    ['score_confidence', { signals: { self: true } }, 'signals.self'],
    ['score_confidence', { signals: { human: 'yes' } }, 'signals.human'],
    ['detect_hallucinations', { output: 'x', date: 'soon' }, 'date'],
    ['decide_iteration', { qualityScore: 0.5, iteration: 2, maxIterations: 3, history: [0.4] }, 'history'],
    ['analyze_convergence', { scores: [0.5, 1.2] }, 'scores[1]'],
    ['synthesize_feedback', { overallScore: 0.5, issues: [{ field: 'a' }] }, 'issues[0].issue'],
  ])('%s %j', async (tool, input, path) => {
    const error = await refusal(tool, input)
    expect(error).toMatchObject({ code: 'invalid_input', status: 400 })
    expect(error.issues).toContainEqual({ path, message: expect.any(String) })
  })
})

it('says what is missing, and what is there and not known, in one answer', async () => {
  const error = await refusal('classify_failure', { httpState: 429 })
  expect(error.issues).toEqual([
    { path: 'message', message: 'is required' },
    { path: 'httpState', message: 'unknown field' },
  ])
})

describe('an input that would keep everybody waiting', () => {
  const text = 'a'.repeat(150_000)
  const rule = { id: 'r', field: 'text', op: 'matches', value: '(a|a?)+b' }
  it.each<[string, unknown, Record<string, unknown>]>([
    [
      'check_accuracy',
      { execution_result: { text }, accuracy_criteria: { validation_rules: [rule] } },
      { is_accurate: false, confidence: 0, rule_violations: [{ rule: 'rule_error:r' }] },
    ],
    [
      'check_completeness',
      { execution_result: { text }, required_outputs: { required_formats: { text: '(a|a?)+b' } } },
      { is_complete: false, format_violations: [{ error: expect.any(String) }] },
    ],
    [
      'validate_output',
      { schema: { pattern: '(a|a?)+b' }, output: text },
      { valid: false, errors: [{ code: 'schema_error' }] },
    ],
  ])('is no pass in %s: where a pattern finds no answer, that is told', async (tool, input, answer) => {
    const started = performance.now()
    expect(await call(tool, input)).toMatchObject(answer)
    expect(performance.now() - started).toBeLessThan(3000)
  })

  it('is given up after a while, and told so', async () => {
    const endless = tool(
      scoreConfidence,
      () => {
        for (;;) if (performance.now() < 0) return Object.create(null)
      },
      20,
    )
    const error = await endless.run(key, { signals: {} }).catch(toAppError)
    expect(error).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('takes longer than') })
  })
})
