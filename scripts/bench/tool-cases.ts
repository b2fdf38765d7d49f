import { seededRng } from '@/lib/engine/stats/random'
import { scoringBodyMaker } from './scoring-bodies'

/** A tool and its input, small or large. */
export type ToolCase = { tool: string; size: 'light' | 'heavy'; input: object }

/** Scoring a few fields, and validating an execution of ten nodes with twenty rules and an output of 8 kB. */
export function toolCases(): ToolCase[] {
  const light = {
    execution_result: { summary: 'Checked.', total: 1280, execution_time_ms: 900, tokens_used: 4_000 },
    scoring_criteria: {
      required_outputs: { required_fields: ['summary', 'total'], required_types: { total: 'number' } },
      accuracy_criteria: { expected_ranges: { total: { min: 1, max: 50_000 } } },
      performance_budget: { time_ms: 1_000, tokens: 5_000 },
    },
  }
  return [
    { tool: 'score_quality', size: 'light', input: light },
    { tool: 'validate_execution_result', size: 'heavy', input: validationInput() },
  ]
}

function validationInput(): object {
  const { request, output, nodes = [], criteria, contract } = scoringBodyMaker(seededRng(6))()
  const results = nodes.map(({ id, output: result }) => ({
    ...{ node_id: id, success: true, result: result ?? {}, execution_time_ms: 1_200, attempts: 1 },
  }))
  return {
    execution_result: {
      ...(typeof output === 'object' ? output : {}),
      execution_id: 'execution-1',
      status: 'completed',
      results: Object.fromEntries(results.map((node) => [node.node_id, node])),
      execution_time_ms: 30_000,
      tokens_used: 20_000,
      nodes_executed: results.length,
      nodes_failed: [],
    },
    quality_criteria: { ...criteria, required_fields: contract?.requiredOutputs ?? [], quality_threshold: 0.85 },
    intent_graph: { nodes: nodes.map(({ id, dependencies }) => ({ id, dependencies: dependencies ?? [] })) },
    original_request: request,
  }
}
