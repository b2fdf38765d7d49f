import { z } from 'zod'
import { grade, json, unit } from '../primitives'
import { OPERATORS_OF_RULES, qualityCriteria } from '../quality-criteria'
import { breakdown, executionResult, fullExampleFactors, intentGraph, issueSeverity, maybe } from './shapes'
import { tool } from './tool'

const settingOfGaff =
  'Accepted so that the `quality_assurance` block of a gaff.json can be passed unchanged; ignored here'

const gaffSettings = {
  enabled: z.boolean().optional().describe(settingOfGaff),
  auto_rerun_on_failure: z.boolean().optional().describe(settingOfGaff),
  max_rerun_attempts: z.number().int().min(0).optional().describe(settingOfGaff),
  validation_rules: z.array(z.string()).optional().describe(settingOfGaff),
  rerun_strategies: z.record(z.string(), z.string()).optional().describe(settingOfGaff),
  default_strategy: z.string().optional().describe(settingOfGaff),
}

export const validateExecutionResult = tool({
  name: 'validate_execution_result',
  summary:
    'Validate an execution result against quality criteria: scores, issues, whether it is acceptable, and which nodes to rerun.',
  alias: 'quality_validate_result',
  costly: 'quality_criteria',
  input: z.strictObject({
    execution_result: executionResult,
    quality_criteria: qualityCriteria
      .extend(gaffSettings)
      .describe(`The criteria; {} checks nothing. ${OPERATORS_OF_RULES}`),
    intent_graph: maybe(intentGraph),
    original_request: json.optional().describe('The original request; does not affect the score'),
  }),
  output: z.object({
    is_valid: z.boolean().describe('No issue of severity error'),
    quality_score: z.number().describe('0 to 1'),
    is_acceptable: z.boolean().describe('Scores reach their thresholds and nothing blocks'),
    issues: z
      .array(
        z.object({
          type: z.enum(['missing_field', 'type', 'format', 'accuracy', 'custom', 'empty_value']),
          field: z.string().describe("The field's path, or the node's id for a failed node"),
          message: z.string(),
          severity: issueSeverity,
          blocking: z.boolean().describe('Blocks acceptance whatever the score'),
          node_id: z.string().nullable().describe('The node whose result contains the field, or that failed'),
        }),
      )
      .describe('Execution issues first, then completeness, accuracy and custom validators'),
    completeness_score: z.number().describe('0 to 1'),
    accuracy_score: z.number().describe('0 to 1'),
    rerun_required: z.boolean().describe('The result is not acceptable'),
    rerun_nodes: z.array(z.string()).describe('Dependencies first; empty for an acceptable result'),
    recommendations: z.array(z.string()).describe('One sentence for each kind of issue'),
    performance_score: z.number().describe('0 to 1'),
    grade: grade.describe('From 0.95 excellent, from 0.85 good, from 0.75 acceptable, from 0.60 poor, below failed'),
    threshold: z.number().describe('The effective quality threshold, 0 to 1'),
    breakdown,
  }),
  examples: [
    {
      body: {
        execution_result: {
          status: 'completed',
          results: { extract: { node_id: 'extract', success: true, result: { total: 1280.5, currency: 'EUR' } } },
          execution_time_ms: 1830,
          tokens_used: 976,
        },
        quality_criteria: {
          required_fields: ['total', 'currency', 'due_date'],
          required_types: { total: 'number' },
          quality_threshold: 0.85,
        },
      },
      answer: {
        is_valid: true,
        quality_score: 0.9200000000000002,
        is_acceptable: true,
        issues: [
          {
            type: 'missing_field',
            field: 'due_date',
            message: 'due_date is missing',
            severity: 'warning',
            blocking: false,
            node_id: null,
          },
        ],
        completeness_score: 0.8,
        accuracy_score: 1,
        rerun_required: false,
        rerun_nodes: [],
        recommendations: ['Add the missing fields: due_date.'],
        performance_score: 1,
        grade: 'good',
        threshold: 0.85,
        breakdown: {
          threshold: 0.85,
          factors: [
            {
              factor: 'completeness',
              score: 0.8,
              weight: 0.4,
              contribution: 0.32000000000000006,
              deductions: [{ reason: 'missing_field', field: 'due_date', amount: 0.2 }],
              inputs: {},
            },
            ...fullExampleFactors,
          ],
        },
      },
    },
  ],
})

export const determineRerunStrategy = tool({
  name: 'determine_rerun_strategy',
  summary:
    'Decide how to repair an execution: which nodes to rerun, whose results to reuse, how likely success is, and the next step.',
  alias: 'quality_determine_rerun_strategy',
  costly: 'intent_graph',
  input: z.strictObject({
    execution_result: executionResult,
    validation_result: z
      .looseObject({
        is_acceptable: maybe(z.boolean()),
        rerun_required: maybe(z.boolean()),
        quality_score: maybe(unit),
        rerun_nodes: maybe(z.array(z.string())),
      })
      .describe('The output of `validate_execution_result`'),
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
    rerun_history: maybe(
      z.array(z.looseObject({ node_id: z.string(), error: json.optional(), success: z.boolean() })).max(10_000),
    ).describe(
      'Earlier reruns, also of other executions: node, the error it was rerun for, outcome. They refine the probability',
    ),
    max_rerun_attempts: maybe(z.number().int().min(0).max(1000)).describe('Reruns, not executions; 2 by default'),
    include_upstream: maybe(z.boolean()).describe('Also rerun the successful nodes upstream'),
  }),
  output: z.object({
    rerun_required: z.boolean().describe('Whether a rerun is needed and allowed'),
    strategy: z
      .enum(['none', 'partial', 'full', 'adaptive'])
      .describe(
        'none: accepted or exhausted; partial: failed nodes and their dependents; full: all; adaptive: see next_action',
      ),
    rerun_nodes: z.array(z.string()).describe('Dependencies first'),
    estimated_success_probability: z
      .number()
      .describe(
        '0 to 1, from rerun_history; without one .8 partial, .7 full, .75 adaptive, x .8 per failed attempt. If exhausted: of the rerun that the limit prevents',
      ),
    reasoning: z.string().describe('Why this strategy'),
    max_attempts_recommendation: z
      .number()
      .int()
      .describe('Further attempts until success is 90 % likely, within the limit'),
    alternative_approaches: z.array(z.string()).describe('Other options'),
    exhausted: z.boolean().describe('The limit of reruns is reached'),
    reused_nodes: z.array(z.string()).describe('Successful nodes whose stored results the rerun reuses'),
    root_causes: z
      .array(
        z.object({
          node_id: z.string(),
          error: z.string().nullable(),
          signature: z.string().nullable().describe('The part of the error that stays the same between occurrences'),
          infrastructure: z.string().nullable().describe('Kind of infrastructure fault, if it is one'),
          victims: z.array(z.string()).describe('Nodes that failed or were skipped because of it'),
        }),
      )
      .describe('Failed nodes that are not victims of another'),
    next_action: z
      .object({
        action: z.enum(['none', 'rerun_nodes', 'rerun_all', 'change_agent', 'relax_input', 'ask_human']),
        nodes: z.array(z.string()).describe('Without their dependents; rerun_nodes has all that run again'),
        reason: z.string(),
      })
      .describe('The next concrete step; always present'),
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

export type DetermineRerunStrategy = typeof determineRerunStrategy
export type ValidateExecutionResult = typeof validateExecutionResult
