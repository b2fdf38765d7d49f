import { deepEqual } from '@/lib/engine/json/deep-equal'
import { lookup } from '@/lib/engine/json/lookup'
import { isMissing } from '@/lib/engine/json/presence'
import { applyOperator, describeValue, type RuleOutcome } from '@/lib/engine/quality-check/rule-operators'
import { atLeast } from '@/lib/engine/tolerance'

export type Severity = 'error' | 'warning'

/** `field op value`, like `{ id: 'r1', field: 'total', op: 'gte', value: 0 }`; severity is error by default. */
export interface ValidationRule {
  id: string
  field: string
  op: string
  value?: unknown
  severity?: Severity
  message?: string
}

/** A rule of the business: each violation costs the same, whatever it is. */
export type BusinessRule = Omit<ValidationRule, 'severity'>

/** An inclusive range; one bound may be left out. */
export interface ExpectedRange {
  min?: number
  max?: number
  severity?: Severity
}

/** `left op right` between two fields of the same result. */
export interface CrossFieldRule {
  id: string
  left: string
  op: string
  right: string
  severity?: Severity
  message?: string
}

export interface AccuracyCriteria {
  validation_rules?: ValidationRule[]
  business_rules?: BusinessRule[]
  expected_ranges?: Record<string, ExpectedRange>
  cross_field_validations?: CrossFieldRule[]
}

/** One rule, evaluated. `message` is what a violation says. */
export interface EvaluatedRule {
  rule: string
  field: string
  kind: 'validation' | 'business'
  severity: Severity
  outcome: RuleOutcome
  message: string
}

type Result = Record<string, unknown>

/** Evaluates `field op value` on an execution result. */
export function evaluateRule(result: Result, rule: ValidationRule, kind: EvaluatedRule['kind']): EvaluatedRule {
  const actual = lookup(result, rule.field).value
  return {
    rule: rule.id,
    field: rule.field,
    kind,
    severity: rule.severity ?? 'error',
    outcome: applyOperator(rule.op, actual, rule.value),
    message:
      rule.message ?? `${rule.field} is ${describeValue(actual)}, expected ${rule.op} ${describeValue(rule.value)}`,
  }
}

function rangeOutcome(actual: unknown, { min, max }: ExpectedRange): RuleOutcome {
  if (min === undefined && max === undefined) return { error: 'the range has no bound' }
  const low = min ?? Number.NEGATIVE_INFINITY
  const high = max ?? Number.POSITIVE_INFINITY
  if (!(low <= high)) return { error: 'the range is empty' }
  return typeof actual === 'number' && atLeast(actual, low) && atLeast(high, actual) ? 'holds' : 'fails'
}

function evaluateRange(result: Result, field: string, range: ExpectedRange): EvaluatedRule {
  const actual = lookup(result, field).value
  return {
    rule: `range:${field}`,
    field,
    kind: 'validation',
    severity: range.severity ?? 'error',
    outcome: rangeOutcome(actual, range),
    message: `${field} is ${describeValue(actual)}, expected ${range.min ?? 'anything'} to ${range.max ?? 'anything'}`,
  }
}

function evaluateCrossField(result: Result, rule: CrossFieldRule): EvaluatedRule {
  const left = lookup(result, rule.left).value
  const right = lookup(result, rule.right).value
  const unary = rule.op === 'exists' || rule.op === 'type'
  const compared = isMissing(right) ? 'fails' : applyOperator(rule.op, left, right)
  return {
    rule: rule.id,
    field: rule.left,
    kind: 'validation',
    severity: rule.severity ?? 'error',
    outcome: unary ? { error: `${rule.op} does not compare two fields` } : compared,
    message:
      rule.message ??
      `${rule.left} is ${describeValue(left)}, expected ${rule.op} ${rule.right}, which is ${describeValue(right)}`,
  }
}

function evaluateReference(result: Result, field: string, expected: unknown): EvaluatedRule {
  const actual = lookup(result, field).value
  return {
    rule: `reference:${field}`,
    field,
    kind: 'validation',
    severity: 'error',
    outcome: deepEqual(actual ?? null, expected ?? null) ? 'holds' : 'fails',
    message: `${field} is ${describeValue(actual)}, the reference says ${describeValue(expected)}`,
  }
}

/** Evaluates every rule of the criteria and every member of the reference data, in that order. */
export function evaluateCriteria(
  result: Result,
  criteria: AccuracyCriteria,
  reference: Record<string, unknown> = {},
): EvaluatedRule[] {
  const { validation_rules = [], business_rules = [], expected_ranges = {}, cross_field_validations = [] } = criteria
  return [
    ...validation_rules.map((rule) => evaluateRule(result, rule, 'validation')),
    ...business_rules.map((rule) => evaluateRule(result, { ...rule, severity: 'error' }, 'business')),
    ...Object.entries(expected_ranges).map(([field, range]) => evaluateRange(result, field, range)),
    ...cross_field_validations.map((rule) => evaluateCrossField(result, rule)),
    ...Object.entries(reference).map(([field, expected]) => evaluateReference(result, field, expected)),
  ]
}
