import { beforeAll, describe, expect, it } from 'vitest'
import { makeToolCaller } from '../testing/call-tool'

let tools: Awaited<ReturnType<typeof makeToolCaller>>
beforeAll(async () => {
  tools = await makeToolCaller()
})

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
const scores = (...values: number[]) => values.map((score) => ({ score }))

describe('invalid tool input is rejected naming the field', () => {
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
    [
      'calibrate_confidence',
      { verdicts: [{ signals: { peer: 1.4 }, approved: true }], apply: [] },
      'verdicts[0].signals.peer',
    ],
    [
      'calibrate_confidence',
      { verdicts: [{ signals: {}, approved: true, probability: 0 }], apply: [] },
      'verdicts[0].probability',
    ],
    ['calibrate_confidence', { verdicts: [], apply: [], weights: { self: 0, peer: -1 } }, 'weights.peer'],
    ['estimate_quality', { labelled: [{ automated: 0.5 }], unlabelled: [] }, 'labelled[0].verdict'],
    ['estimate_quality', { labelled: [], unlabelled: [], level: 1 }, 'level'],
    ['group_failures', { messages: ['a', 5] }, 'messages[1]'],
    ['group_failures', {}, 'messages'],
    ['recommend_stop', { scores: [0.5, 1.2] }, 'scores[1]'],
    ['recommend_stop', { scores: [0.5, 0.6], evaluations: [10] }, 'evaluations'],
    ['recommend_stop', { scores: [0.5], cost: 2 }, 'cost'],
    ['detect_hallucinations', { output: 'x', date: 'soon' }, 'date'],
    ['decide_iteration', { qualityScore: 0.5, iteration: 2, maxIterations: 3, history: [0.4] }, 'history'],
    ['analyze_convergence', { scores: [0.5, 1.2] }, 'scores[1]'],
    ['synthesize_feedback', { overallScore: 0.5, issues: [{ field: 'a' }] }, 'issues[0].issue'],
  ])('%s %j', async (tool, input, path) => {
    const error = await tools.refusal(tool, input)
    expect(error).toMatchObject({ code: 'invalid_input', status: 400 })
    expect(error.issues).toContainEqual({ path, message: expect.any(String) })
  })
})

it('reports missing and unknown fields in one answer', async () => {
  const error = await tools.refusal('classify_failure', { httpState: 429 })
  expect(error.issues).toEqual([
    { path: 'message', message: 'is required' },
    { path: 'httpState', message: 'unknown field: did you mean httpStatus?' },
  ])
})

describe('an input that would block the process', () => {
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
  ])('does not pass %s: a pattern without a result is reported', async (tool, input, answer) => {
    expect(await tools.call(tool, input)).toMatchObject(answer)
  })
})
