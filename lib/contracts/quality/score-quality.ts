import { z } from 'zod'
import { LARGE_BODY } from '../body-limits'
import { contract } from '../contract'
import { grade, unit } from '../primitives'
import { accuracyCriteria, performanceBudget, requiredOutputs, weight } from '../quality-criteria'
import { breakdown, executionResult, maybe } from './shapes'

const parts = {
  completeness: z.number(),
  accuracy: z.number(),
  performance: z.number(),
  custom: z.array(z.number()).describe('One for each custom metric, in their order'),
}

export const scoreQuality = contract({
  name: 'score_quality',
  tag: 'quality',
  summary:
    'Score an execution result from 0 to 1 by completeness, accuracy, performance and custom metrics, with grade and breakdown.',
  scope: 'read',
  effects: [],
  rate: 'quality',
  alias: 'quality_score_quality',
  body: LARGE_BODY,
  method: 'POST',
  path: '/api/v1/quality/score_quality',
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
            .describe('Further measures in the same weighted sum'),
          required_outputs: requiredOutputs.optional(),
          accuracy_criteria: accuracyCriteria.optional(),
          performance_budget: performanceBudget.optional(),
          threshold: unit.optional().describe('Score from which the result passes; 0.85 by default'),
        })
        .describe('Weights, metrics and what the result is held against'),
    ),
  }),
  output: z.object({
    overall_score: z.number().describe('0 to 1'),
    component_scores: z.object(parts).describe('Each 0 to 1'),
    grade: grade.describe('From 0.95 excellent, from 0.85 good, from 0.75 acceptable, from 0.60 poor, below failed'),
    passing: z.boolean().describe('The overall score reaches the threshold'),
    weights_used: z.object(parts).describe('The share of each part; all together 1'),
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
            {
              factor: 'accuracy',
              score: 1,
              weight: 0.4,
              contribution: 0.4,
              deductions: [],
              inputs: { rules_checked: 0, confidence: 0 },
            },
            {
              factor: 'performance',
              score: 1,
              weight: 0.2,
              contribution: 0.2,
              deductions: [],
              inputs: { time_score: 1, token_score: 1 },
            },
          ],
        },
      },
    },
  ],
})
