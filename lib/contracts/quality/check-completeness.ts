import { z } from 'zod'
import { contract } from '../contract'
import { requiredOutputs } from '../quality-criteria'
import { deduction, executionResult } from './shapes'

export const checkCompleteness = contract({
  name: 'check_completeness',
  summary: 'Check that all required outputs are present, of their type and in their format.',
  scope: 'read',
  effects: [],
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
})
