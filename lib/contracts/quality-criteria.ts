import { z } from 'zod'
import { json, unit } from './primitives'

const path = z.string().min(1).max(500)
const fieldPath = path.describe('Path of a field, like `a.b[0].c`')
const ruleId = path.describe('Name of the rule; a violation carries it')
const operators = 'eq, ne, gt, gte, lt, lte, in, matches, exists or type'
const operator = z.string().min(1).max(40).describe(`${operators}; any other makes the rule a \`rule_error\``)
const severity = z.enum(['error', 'warning']).describe('Severity of a violation; error by default')
const message = z.string().max(2000).describe('Message of a violation, instead of the built-in one')

/** For descriptions of whole criteria: lists for models show a rule only as `{id, field, op}`. */
export const OPERATORS_OF_RULES = `The \`op\` of a rule is ${operators}`

export const jsonType = z.enum(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])

export const rule = z.strictObject({
  id: ruleId,
  field: fieldPath,
  op: operator,
  value: json.optional().describe('The value to compare the field with'),
  severity: severity.optional(),
  message: message.optional(),
})

export const accuracyCriteria = z.strictObject({
  validation_rules: z.array(rule).max(1000).optional().describe('-0.15 for each violated error, -0.05 for a warning'),
  business_rules: z
    .array(rule.omit({ severity: true }))
    .max(1000)
    .optional()
    .describe('-0.25 for each violation'),
  expected_ranges: z
    .record(
      z.string(),
      z.strictObject({ min: z.number().optional(), max: z.number().optional(), severity: severity.optional() }),
    )
    .optional()
    .describe('field -> its allowed range, inclusive'),
  cross_field_validations: z
    .array(
      z.strictObject({
        id: ruleId,
        left: fieldPath,
        op: operator,
        right: fieldPath,
        severity: severity.optional(),
        message: message.optional(),
      }),
    )
    .max(1000)
    .optional()
    .describe('Comparisons between two fields of the result'),
})

/** Required fields, their types and formats. */
export const requiredOutputs = z.strictObject({
  required_fields: z
    .array(fieldPath)
    .max(1000)
    .optional()
    .describe('Fields that must be present; -0.2 for each missing'),
  required_types: z.record(z.string(), jsonType).optional().describe('field -> its JSON type; -0.1 for each mismatch'),
  required_formats: z
    .record(z.string(), z.string().min(1))
    .optional()
    .describe(
      'field -> a JSON Schema format name (`date-time`, `email`, `uuid`, ...) or a regular expression, unanchored',
    ),
  require_non_empty: z.boolean().optional().describe('Counts "", [] and {} as missing'),
  format_penalty: unit.optional().describe('Deduction for each format violation; 0 by default'),
})

export const performanceBudget = z
  .strictObject({
    time_ms: z.number().positive().optional().describe('Milliseconds'),
    tokens: z.number().positive().optional(),
  })
  .describe('Performance budget; actual usage is read from `execution_time_ms` and `tokens_used` of the result')

export const weight = z.number().min(0).max(1_000_000)

/** The quality criteria of the GAFF source, with the keys its callers use (snake_case). */
export const qualityCriteria = z.strictObject({
  completeness_required: z.boolean().optional().describe('A missing field blocks acceptance'),
  accuracy_threshold: unit.optional().describe('Lowest accepted accuracy; also the threshold if no other is given'),
  quality_threshold: unit.optional().describe('Lowest accepted quality, 0 to 1; 0.85 by default'),
  ...requiredOutputs.shape,
  accuracy_criteria: accuracyCriteria.optional(),
  performance_budget: performanceBudget.optional(),
  scoring_weights: z
    .strictObject({ completeness: weight.optional(), accuracy: weight.optional(), performance: weight.optional() })
    .optional()
    .describe('0.4, 0.4 and 0.2 by default; divided by their sum'),
  strict: z.boolean().optional().describe('Every issue of severity error blocks acceptance'),
  custom_validators: z
    .array(rule)
    .max(100)
    .optional()
    .describe('Further rules; they raise issues without affecting the score'),
})

export type QualityCriteria = z.infer<typeof qualityCriteria>
export type AccuracyCriteria = z.infer<typeof accuracyCriteria>
export type PerformanceBudget = z.infer<typeof performanceBudget>
export type Rule = z.infer<typeof rule>
