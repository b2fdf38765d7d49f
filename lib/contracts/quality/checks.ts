import { z } from 'zod'
import { accuracyCriteria, OPERATORS_OF_RULES, requiredOutputs } from '../quality-criteria'
import { deduction, executionResult, issueSeverity, jsonObject, maybe } from './shapes'
import { tool } from './tool'

export const checkCompleteness = tool({
  name: 'check_completeness',
  summary: 'Check that all required outputs are present, of their type and in their format.',
  alias: 'quality_check_completeness',
  costly: 'required_outputs',
  input: z.strictObject({
    execution_result: executionResult,
    required_outputs: requiredOutputs.describe('The required fields, types and formats'),
  }),
  output: z.object({
    is_complete: z.boolean().describe('Nothing is missing, mistyped or out of format'),
    completeness_score: z.number().describe('1 - 0.2 per missing field - 0.1 per type mismatch, not below 0'),
    missing_fields: z.array(z.string()).describe('Required fields that are absent or null'),
    type_mismatches: z
      .array(z.object({ field: z.string(), expected: z.string(), actual: z.string() }))
      .describe('Fields present with another type'),
    format_violations: z
      .array(
        z.object({
          field: z.string(),
          expected_format: z.string(),
          actual_value: z.string().describe('As text, truncated at 200 characters'),
          error: z.string().optional().describe('Why the format could not be checked'),
        }),
      )
      .describe('Fields in the wrong format; they do not affect the score unless format_penalty is given'),
    empty_fields: z.array(z.string()).describe('Required fields that are present but "", [] or {}'),
    deductions: z.array(deduction).describe('Deductions from the score, by field'),
  }),
  examples: [
    {
      body: {
        execution_result: { total: '1280.50', currency: 'EUR' },
        required_outputs: { required_fields: ['total', 'currency', 'due_date'], required_types: { total: 'number' } },
      },
      answer: {
        is_complete: false,
        completeness_score: 0.7,
        missing_fields: ['due_date'],
        type_mismatches: [{ field: 'total', expected: 'number', actual: 'string' }],
        format_violations: [],
        empty_fields: [],
        deductions: [
          { reason: 'missing_field', field: 'due_date', amount: 0.2 },
          { reason: 'type', field: 'total', amount: 0.1 },
        ],
      },
    },
  ],
})

export const checkAccuracy = tool({
  name: 'check_accuracy',
  summary:
    'Check the values of an execution result against rules, ranges, comparisons between fields and reference data.',
  alias: 'quality_check_accuracy',
  costly: 'accuracy_criteria',
  input: z.strictObject({
    execution_result: executionResult,
    accuracy_criteria: accuracyCriteria.describe(`The rules for the values. ${OPERATORS_OF_RULES}`),
    reference_data: maybe(jsonObject).describe('field -> expected value; each difference is an error'),
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
              'The id, `range:<field>`, `reference:<field>`, or `rule_error:<id>` if it could not be evaluated',
            ),
          field: z.string(),
          message: z.string(),
          severity: issueSeverity,
          penalty: z.number().describe('Deduction from the score'),
        }),
      )
      .describe('Rules that were broken or could not be evaluated'),
    confidence: z.number().describe('Share of the rules that could be evaluated, 0 to 1; 0 without any rule'),
    rules_checked: z.number().int().describe('Rules that could be evaluated'),
    deductions: z.array(deduction).describe('Deductions from the score, by rule'),
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
            message: 'total is -5, expected at least 0',
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

export type CheckAccuracy = typeof checkAccuracy
export type CheckCompleteness = typeof checkCompleteness
