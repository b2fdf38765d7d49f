import { z } from 'zod'
import { byEvaluator, evaluatorRules, evaluators } from '../evaluators'
import { band, evaluator, grade, json, unit } from '../primitives'
import { accuracyCriteria, OPERATORS_OF_RULES, performanceBudget, requiredOutputs, weight } from '../quality-criteria'
import { outputContract, tokenCounts } from '../run-input'
import { signalFields } from '../signals'
import { ACCEPT_THRESHOLD } from '../thresholds'
import { breakdown, executionResult, factorBreakdown, fullExampleFactors, maybe } from './shapes'
import { tool } from './tool'

const parts = {
  completeness: z.number(),
  accuracy: z.number(),
  performance: z.number(),
  custom: z.array(z.number()).describe('One per custom metric, in their order'),
}

export const scoreQuality = tool({
  name: 'score_quality',
  summary:
    'Score an execution result from 0 to 1 by completeness, accuracy, performance and custom metrics, with grade and breakdown.',
  alias: 'quality_score_quality',
  costly: 'scoring_criteria',
  input: z.strictObject({
    execution_result: executionResult,
    scoring_criteria: maybe(
      z
        .strictObject({
          completeness_weight: weight.optional().describe('0.4 by default; weights are divided by their sum'),
          accuracy_weight: weight.optional().describe('0.4 by default'),
          performance_weight: weight.optional().describe('0.2 by default'),
          custom_metrics: z
            .array(z.strictObject({ name: z.string().min(1).max(500), score: unit.describe('0 to 1'), weight }))
            .max(1000)
            .optional()
            .describe('Further metrics in the weighted sum'),
          required_outputs: requiredOutputs.optional(),
          accuracy_criteria: accuracyCriteria.optional(),
          performance_budget: performanceBudget.optional(),
          threshold: unit.optional().describe('Score at or above which the result passes; 0.85 by default'),
        })
        .describe(`Weights, metrics and criteria. ${OPERATORS_OF_RULES}`),
    ),
  }),
  output: z.object({
    overall_score: z.number().describe('0 to 1'),
    component_scores: z.object(parts).describe('Each 0 to 1'),
    grade: grade.describe('From 0.95 excellent, from 0.85 good, from 0.75 acceptable, from 0.60 poor, below failed'),
    passing: z.boolean().describe('The overall score reaches the threshold'),
    weights_used: z.object(parts).describe('The share of each part; they sum to 1'),
    breakdown,
  }),
  examples: [
    {
      body: {
        execution_result: { total: 1280.5, currency: 'EUR', execution_time_ms: 1830 },
        scoring_criteria: {
          required_outputs: { required_fields: ['total', 'currency'] },
          performance_budget: { time_ms: 2000 },
        },
      },
      answer: {
        overall_score: 1,
        component_scores: { completeness: 1, accuracy: 1, performance: 1, custom: [] },
        grade: 'excellent',
        passing: true,
        weights_used: { completeness: 0.4, accuracy: 0.4, performance: 0.2, custom: [] },
        breakdown: {
          threshold: 0.85,
          factors: [
            { factor: 'completeness', score: 1, weight: 0.4, contribution: 0.4, deductions: [], inputs: {} },
            ...fullExampleFactors,
          ],
        },
      },
    },
  ],
})

export const scoreTrace = tool({
  name: 'score_trace',
  summary:
    'Score one trace from 0 to 1 by contract conformance, completeness and token efficiency, with its band and the action for it.',
  costly: 'contract',
  input: z.strictObject({
    contractConformance: maybe(z.boolean()).describe('Takes precedence over `output` and `contract`'),
    completeness: maybe(unit).describe('0 to 1; takes precedence over `output` and `contract.requiredOutputs`'),
    tokens: maybe(tokenCounts).describe(
      'Token counts; `useful` are the output tokens of accepted outputs. Without them efficiency is not measured',
    ),
    output: json.optional().describe('The output to check against the contract'),
    contract: maybe(outputContract).describe(
      '`schema`: a JSON Schema; `requiredOutputs`: paths that must not be empty; `strict`: reject undeclared members',
    ),
    weights: maybe(
      z.strictObject({
        conformance: weight.optional(),
        completeness: weight.optional(),
        efficiency: weight.optional(),
      }),
    ).describe('0.40, 0.35 and 0.25 by default; divided by the sum over the measured factors'),
    efficiencyReference: maybe(z.number().gt(0).max(1)).describe(
      'The share of useful tokens that counts as full efficiency; 1 by default',
    ),
  }),
  output: z.object({
    qualityScore: z.number().nullable().describe('0 to 1: the weighted mean of the measured factors'),
    factors: z
      .object({
        conformance: z.number().nullable(),
        completeness: z.number().nullable(),
        efficiency: z.number().nullable(),
      })
      .describe('Each 0 to 1, null if not measured; conformance is 0 or 1, null where the schema cannot be used'),
    coverage: z.number().describe('Share of the weight that was measured, 0 to 1'),
    band: band.nullable().describe('good from 0.80, review from 0.60, poor below; null below a coverage of 0.60'),
    action: z.enum(['none', 'flag', 'refine']).describe('Recommended action for the band; none without a band'),
    blocked: z
      .boolean()
      .describe(
        'The output violates its contract, or could not be checked against it: not acceptable whatever the score',
      ),
    warnings: z
      .array(z.string())
      .describe('no_contract, schema_error, tokens_missing, no_tokens, token_total_differs, useful_exceeds_total'),
    missingOutputs: z.array(z.string()).describe('Required outputs that are missing or empty'),
    contractErrors: z
      .array(z.object({ code: z.string(), path: z.string(), message: z.string() }))
      .describe('Violations of the contract'),
    breakdown: z.array(factorBreakdown).describe('The score factor by factor'),
  }),
  examples: [
    {
      body: {
        output: { answer: 'Reset it in Settings.' },
        contract: { requiredOutputs: ['answer', 'sources'] },
        tokens: { input: 812, output: 164 },
      },
      answer: {
        qualityScore: 0.6170081967213115,
        factors: { conformance: 1, completeness: 0.5, efficiency: 0.1680327868852459 },
        coverage: 1,
        band: 'review',
        action: 'flag',
        blocked: false,
        warnings: [],
        missingOutputs: ['sources'],
        contractErrors: [],
        breakdown: [
          {
            factor: 'conformance',
            score: 1,
            weight: 0.4,
            contribution: 0.4,
            deductions: [],
            inputs: { given: false, errors: 0 },
          },
          {
            factor: 'completeness',
            score: 0.5,
            weight: 0.35,
            contribution: 0.175,
            deductions: [],
            inputs: { given: false, required: 2, missing: 1 },
          },
          {
            factor: 'efficiency',
            score: 0.1680327868852459,
            weight: 0.25,
            contribution: 0.042008196721311473,
            deductions: [],
            inputs: { useful: 164, total: 976 },
          },
        ],
      },
    },
  ],
})

const list = new Intl.ListFormat('en-GB')

export const scoreConfidence = tool({
  name: 'score_confidence',
  summary: `Combine the signals of ${list.format(evaluators)} into one confidence, and decide whether it is enough to accept.`,
  costly: 'signals',
  input: z.strictObject({
    signals: z.strictObject(signalFields).describe('An omitted or null signal is missing, which is not zero'),
    weights: maybe(z.strictObject(byEvaluator(() => weight.optional()))).describe(
      `${list.format(evaluators.map((who) => evaluatorRules[who].weight.toFixed(2)))} by default; divided by the sum of those present`,
    ),
  }),
  output: z.object({
    score: z.number().nullable().describe('0 to 1; null without a signal'),
    coverage: z.number().describe('Weight of the signals present divided by the total weight, 0 to 1'),
    weightsUsed: z.partialRecord(evaluator, z.number()).describe('Shares of the signals present; they sum to 1'),
    breakdown: z
      .array(
        z.object({
          evaluator,
          value: z.number(),
          weight: z.number(),
          share: z.number(),
          contribution: z.number().describe('share x value; the contributions sum to the score'),
        }),
      )
      .describe('The signals in the mean'),
    vetoed: z.boolean().describe('A person rejected the output'),
    decision: z
      .enum(['accept', 'below_threshold', 'insufficient_evidence'])
      .describe(`accept from ${ACCEPT_THRESHOLD}; self alone never accepts`),
  }),
  examples: [
    {
      body: { signals: { self: 0.9, peer: 0.8 } },
      answer: {
        score: 0.8375,
        coverage: 0.32,
        weightsUsed: { self: 0.37499999999999994, peer: 0.625 },
        breakdown: [
          {
            evaluator: 'self',
            value: 0.9,
            weight: 0.15,
            share: 0.37499999999999994,
            contribution: 0.33749999999999997,
          },
          { evaluator: 'peer', value: 0.8, weight: 0.25, share: 0.625, contribution: 0.5 },
        ],
        vetoed: false,
        decision: 'accept',
      },
    },
  ],
})

export type ScoreTrace = typeof scoreTrace
export type ScoreConfidence = typeof scoreConfidence
export type ScoreQuality = typeof scoreQuality
