import { z } from 'zod'
import { json, unit } from './primitives'

const path = z.string().min(1).max(500)
const operator = z.string().min(1).max(40)
const severity = z.enum(['error', 'warning'])

const rule = z.strictObject({
  id: path,
  field: path,
  op: operator,
  value: json.optional(),
  severity: severity.optional(),
})

export const accuracyCriteria = z.strictObject({
  validation_rules: z.array(rule).max(1000).optional(),
  business_rules: z
    .array(rule.omit({ severity: true }).extend({ message: z.string().max(2000).optional() }))
    .max(1000)
    .optional(),
  expected_ranges: z
    .record(z.string(), z.strictObject({ min: z.number().optional(), max: z.number().optional() }))
    .optional(),
  cross_field_validations: z
    .array(z.strictObject({ id: path, left: path, op: operator, right: path, severity: severity.optional() }))
    .max(1000)
    .optional(),
})

/** The quality criteria of the GAFF source, accepted as its callers write them (snake_case). */
export const qualityCriteria = z.strictObject({
  completeness_required: z.boolean().optional(),
  accuracy_threshold: unit.optional(),
  quality_threshold: unit.optional(),
  required_fields: z.array(path).max(1000).optional(),
  required_types: z.record(z.string(), z.string()).optional(),
  required_formats: z.record(z.string(), z.string()).optional(),
  require_non_empty: z.boolean().optional(),
  format_penalty: unit.optional(),
  accuracy_criteria: accuracyCriteria.optional(),
  performance_budget: z
    .strictObject({ time_ms: z.number().positive().optional(), tokens: z.number().positive().optional() })
    .optional(),
  scoring_weights: z
    .strictObject({
      completeness: z.number().min(0).optional(),
      accuracy: z.number().min(0).optional(),
      performance: z.number().min(0).optional(),
    })
    .optional(),
  strict: z.boolean().optional(),
  custom_validators: z.array(rule).max(100).optional(),
})

export type QualityCriteria = z.infer<typeof qualityCriteria>
