import { z } from 'zod'
import { LARGE_BODY } from '../body-limits'
import { contract } from '../contract'
import { requiredOutputs } from '../quality-criteria'
import { deduction, executionResult } from './shapes'

export const checkCompleteness = contract({
  name: 'check_completeness',
  tag: 'quality',
  summary: 'Check that all required outputs are present, of their type and in their format.',
  scope: 'read',
  effects: [],
  rate: 'quality',
  alias: 'quality_check_completeness',
  body: LARGE_BODY,
  method: 'POST',
  path: '/api/v1/quality/check_completeness',
  input: z.strictObject({
    execution_result: executionResult,
    required_outputs: requiredOutputs.describe('What has to be there'),
  }),
  output: z.object({
    is_complete: z.boolean().describe('Nothing is missing, mistyped or out of format'),
    completeness_score: z.number().describe('1 - 0.2 per missing field - 0.1 per type mismatch, not below 0'),
    missing_fields: z.array(z.string()).describe('Required fields that are absent or null'),
    type_mismatches: z
      .array(z.object({ field: z.string(), expected: z.string(), actual: z.string() }))
      .describe('Fields that are there in another type'),
    format_violations: z
      .array(
        z.object({
          field: z.string(),
          expected_format: z.string(),
          actual_value: z.string().describe('As text, cut at 200 characters'),
          error: z.string().optional().describe('Why the format could not be checked at all'),
        }),
      )
      .describe('Fields out of their format; they leave the score unless format_penalty is given'),
    empty_fields: z.array(z.string()).describe('Required fields that are present but "", [] or {}'),
    deductions: z.array(deduction).describe('What the score lost, and to which field'),
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
