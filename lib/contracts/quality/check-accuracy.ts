import { z } from 'zod'
import { LARGE_BODY } from '../body-limits'
import { contract } from '../contract'
import { accuracyCriteria } from '../quality-criteria'
import { deduction, executionResult, issueSeverity, jsonObject, maybe } from './shapes'

export const checkAccuracy = contract({
  name: 'check_accuracy',
  tag: 'quality',
  summary:
    'Check the values of an execution result against rules, ranges, comparisons between fields and reference data.',
  scope: 'read',
  effects: [],
  rate: 'quality',
  alias: 'quality_check_accuracy',
  body: LARGE_BODY,
  method: 'POST',
  path: '/api/v1/quality/check_accuracy',
  input: z.strictObject({
    execution_result: executionResult,
    accuracy_criteria: accuracyCriteria.describe('The rules that the values have to keep'),
    reference_data: maybe(jsonObject).describe('field -> the value it should have; each difference is an error'),
  }),
  output: z.object({
    is_accurate: z.boolean().describe('No violation of severity error; warnings alone leave it true'),
    accuracy_score: z
      .number()
      .describe('1 - 0.15 per error - 0.05 per warning - 0.25 per business violation, not below 0'),
    rule_violations: z
      .array(
        z.object({
          rule: z
            .string()
            .describe(
              'The id, `range:<field>`, `reference:<field>`, or `rule_error:<id>` where it could not be evaluated',
            ),
          field: z.string(),
          message: z.string(),
          severity: issueSeverity,
          penalty: z.number().describe('What it took off the score'),
        }),
      )
      .describe('Rules that were broken or could not be evaluated'),
    confidence: z.number().describe('Share of the rules that could be evaluated, 0 to 1; 0 without any rule'),
    rules_checked: z.number().int().describe('Rules that could be evaluated'),
    deductions: z.array(deduction).describe('What the score lost, and to which rule'),
  }),
  examples: [
    {
      body: {
        execution_result: { total: -5, currency: 'EUR' },
        accuracy_criteria: {
          validation_rules: [{ id: 'known-currency', field: 'currency', op: 'in', value: ['EUR', 'USD'] }],
          expected_ranges: { total: { min: 0 } },
        },
      },
      answer: {
        is_accurate: false,
        accuracy_score: 0.85,
        rule_violations: [
          {
            rule: 'range:total',
            field: 'total',
            message: 'total is -5, expected 0 to anything',
            severity: 'error',
            penalty: 0.15,
          },
        ],
        confidence: 1,
        rules_checked: 2,
        deductions: [{ reason: 'range:total', field: 'total', amount: 0.15 }],
      },
    },
  ],
})
