import { beforeAll, describe, expect, it } from 'vitest'
import { makeToolCaller } from '../testing/call-tool'

let tools: Awaited<ReturnType<typeof makeToolCaller>>
beforeAll(async () => {
  tools = await makeToolCaller()
})

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
      'calibrate_confidence',
      { verdicts: [{ signals: { self: 0.9 }, approved: true }], apply: [{ signals: { self: 0.8, peer: 0.4 } }] },
      { method: 'none', n: 1, results: [{ confidence: expect.closeTo(0.55, 12), calibrated: null }] },
    ],
    [
      'estimate_quality',
      {
        labelled: [0.9, 0.8, 0.7, 0.6, 0.5].map((automated) => ({ automated, verdict: 1 })),
        unlabelled: [{ automated: 0.5 }, { automated: 0.6, stratum: null }],
      },
      { estimate: 1, method: 'wilson', interval: [expect.closeTo(0.5655, 4), 1], stratified: false },
    ],
    [
      'group_failures',
      {
        messages: [
          'Task 12 failed on worker_7 after 1m30s',
          { message: 'disk full', node: null, errorCode: 'ENOSPC' },
          { message: 'Task 99 failed on worker_3 after 2m5s' },
        ],
      },
      {
        groups: [
          { template: 'Task <*> failed on <*> after <*>', size: 2, members: [0, 2] },
          { template: 'disk full', size: 1, members: [1] },
        ],
      },
    ],
    [
      'recommend_stop',
      { scores: [0.5, 0.62, 0.71, 0.78], evaluations: 200, cost: null },
      {
        published: { state: 'improving', action: 'continue' },
        recommendation: 'continue',
        best: { iteration: 4, score: 0.78 },
      },
    ],
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
    expect(await tools.call(tool, input)).toMatchObject(answer)
  })

  it('treats null for an optional field as omitted', async () => {
    const bare = { execution_result, validation_result: {}, intent_graph }
    const given = { ...bare, failure_history: null, max_rerun_attempts: null, include_upstream: null }
    expect(await tools.call('determine_rerun_strategy', given)).toEqual(
      await tools.call('determine_rerun_strategy', bare),
    )
    const weights = { contractConformance: null, completeness: null, tokens: null, contract: null, weights: null }
    expect(await tools.call('score_trace', weights)).toEqual(await tools.call('score_trace', {}))
  })
})
