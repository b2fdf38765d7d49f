import { z } from 'zod'
import { LARGE_BODY } from '../body-limits'
import { contract } from '../contract'
import { unit } from '../primitives'
import { executionResult, intentGraph, maybe } from './shapes'

export const determineRerunStrategy = contract({
  name: 'determine_rerun_strategy',
  tag: 'quality',
  summary:
    'Decide how to repair an execution: which nodes to run again, whose results to reuse, how likely success is, and the next step.',
  scope: 'read',
  effects: [],
  rate: 'quality',
  alias: 'quality_determine_rerun_strategy',
  body: LARGE_BODY,
  method: 'POST',
  path: '/api/v1/quality/determine_rerun_strategy',
  input: z.strictObject({
    execution_result: executionResult,
    validation_result: z
      .looseObject({
        is_acceptable: maybe(z.boolean()),
        rerun_required: maybe(z.boolean()),
        quality_score: maybe(unit),
        rerun_nodes: maybe(z.array(z.string())),
      })
      .describe('The answer of `validate_execution_result`'),
    intent_graph: intentGraph,
    failure_history: maybe(
      z
        .array(
          z.looseObject({
            strategy: maybe(z.string()),
            rerun_nodes: maybe(z.array(z.string())),
            success: maybe(z.boolean()).describe('Anything but true counts as a failed attempt'),
          }),
        )
        .max(1000),
    ).describe('The reruns of this execution so far, oldest first'),
    max_rerun_attempts: maybe(z.number().int().min(0).max(1000)).describe('Reruns, not executions; 2 by default'),
    include_upstream: maybe(z.boolean()).describe('Run the successful nodes upstream again too'),
  }),
  output: z.object({
    rerun_required: z.boolean().describe('A rerun is wanted and allowed'),
    strategy: z
      .enum(['none', 'partial', 'full', 'adaptive'])
      .describe(
        'none: accepted or exhausted; partial: failed nodes and what depends on them; full: all; adaptive: see next_action',
      ),
    rerun_nodes: z.array(z.string()).describe('Dependencies first'),
    estimated_success_probability: z.number().describe('0 to 1'),
    reasoning: z.string().describe('Why this strategy'),
    max_attempts_recommendation: z
      .number()
      .int()
      .describe('Further attempts after which success is 90 % likely, within the limit'),
    alternative_approaches: z.array(z.string()).describe('What else could be tried'),
    exhausted: z.boolean().describe('The limit of reruns is reached'),
    reused_nodes: z.array(z.string()).describe('Successful nodes whose stored results the rerun builds on'),
    root_causes: z
      .array(
        z.object({
          node_id: z.string(),
          error: z.string().nullable(),
          signature: z.string().nullable().describe('The part of the error that stays the same between occurrences'),
          infrastructure: z.string().nullable().describe('The kind of infrastructure fault, where it is one'),
          victims: z.array(z.string()).describe('Nodes that failed or were skipped because of it'),
        }),
      )
      .describe('Failed nodes that are not victims of another'),
    next_action: z
      .object({
        action: z.enum(['none', 'rerun_nodes', 'rerun_all', 'change_agent', 'relax_input', 'ask_human']),
        nodes: z.array(z.string()),
        reason: z.string(),
      })
      .describe('The next concrete step, so that no loop has to give up'),
  }),
  examples: [
    {
      body: {
        execution_result: {
          results: { a: { node_id: 'a', success: true }, b: { node_id: 'b', success: false, error: 'timeout' } },
          nodes_failed: 1,
        },
        validation_result: { quality_score: 0.62, is_acceptable: false },
        intent_graph: {
          nodes: ['a', 'b', 'c'],
          edges: [
            { from: 'a', to: 'b' },
            { from: 'b', to: 'c' },
          ],
        },
      },
      answer: {
        rerun_required: true,
        strategy: 'partial',
        rerun_nodes: ['a', 'b', 'c'],
        estimated_success_probability: 0.8,
        reasoning: 'Strategy partial: only b failed by itself.',
        max_attempts_recommendation: 2,
        alternative_approaches: ['rerun the whole graph', 'give the failing nodes to another agent', 'ask a person'],
        exhausted: false,
        reused_nodes: [],
        root_causes: [{ node_id: 'b', error: 'timeout', signature: 'timeout', infrastructure: null, victims: [] }],
        next_action: { action: 'rerun_nodes', nodes: ['b'], reason: 'only b failed by itself' },
      },
    },
  ],
})
