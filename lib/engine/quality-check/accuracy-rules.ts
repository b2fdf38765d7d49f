import type { AccuracyCriteria, Rule as ValidationRule } from '@/lib/contracts/quality-criteria'
import { asText } from '../json/as-text'
import { deepEqual } from '../json/diff'
import { isLargeInteger, numberOf, withRoundedIntegers } from '../json/large-integers'
import { hasType, isJsonType, isMissing, lookup, typeOf } from '../json/path'
import { testPattern } from '../json/pattern/test-pattern'
import { atLeast, exceeds } from '../tolerance'

export type Severity = 'error' | 'warning'

type ExpectedRange = NonNullable<AccuracyCriteria['expected_ranges']>[string]
type CrossFieldRule = NonNullable<AccuracyCriteria['cross_field_validations']>[number]

/** The result of one rule. `message` describes a violation; most rules hold, and need none. */
export interface EvaluatedRule {
  rule: string
  field: string
  kind: 'validation' | 'business'
  severity: Severity
  outcome: RuleOutcome
  message: () => string
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
    message: () => rule.message ?? `${rule.field} is ${describeValue(actual)}, expected ${describeRule(rule)}`,
  }
}

function describeRule({ op, value }: ValidationRule): string {
  if (op === 'exists') return value === false ? 'not to exist' : 'to exist'
  if (op === 'type') return `the type ${value}`
  return `${OPERATOR_WORDS[op]}${describeValue(value)}`
}

/** What an operator asks for, before the value. */
const OPERATOR_WORDS: Record<string, string> = {
  eq: '',
  ne: 'other than ',
  gt: 'more than ',
  gte: 'at least ',
  lt: 'less than ',
  lte: 'at most ',
  in: 'one of ',
  matches: 'a match of ',
}

function rangeOutcome(actual: unknown, { min, max }: ExpectedRange): RuleOutcome {
  if (min === undefined && max === undefined) return { error: 'the range has no bound' }
  const low = min ?? Number.NEGATIVE_INFINITY
  const high = max ?? Number.POSITIVE_INFINITY
  if (!(low <= high)) return { error: 'the range is empty' }
  const number = numberOf(actual)
  return outcome(number !== null && atLeast(number, low) && atLeast(high, number))
}

function evaluateRange(result: Result, field: string, range: ExpectedRange): EvaluatedRule {
  const actual = lookup(result, field).value
  return {
    rule: `range:${field}`,
    field,
    kind: 'validation',
    severity: range.severity ?? 'error',
    outcome: rangeOutcome(actual, range),
    message: () => `${field} is ${describeValue(actual)}, expected ${describeRange(range)}`,
  }
}

function describeRange({ min, max }: ExpectedRange): string {
  if (max === undefined) return `at least ${min}`
  return min === undefined ? `at most ${max}` : `${min} to ${max}`
}

function evaluateCrossField(result: Result, rule: CrossFieldRule): EvaluatedRule {
  const left = lookup(result, rule.left).value
  const right = lookup(result, rule.right).value
  const { op } = rule
  const unary = op === 'exists' || op === 'type'
  const compared = isMissing(right) ? 'fails' : applyOperator(op, left, right)
  return {
    rule: rule.id,
    field: rule.left,
    kind: 'validation',
    severity: rule.severity ?? 'error',
    outcome: unary ? { error: `${op} does not compare two fields` } : compared,
    message: () =>
      rule.message ??
      `${rule.left} is ${describeValue(left)}, expected ${unary ? `${op} ` : OPERATOR_WORDS[op]}${rule.right}, which is ${describeValue(right)}`,
  }
}

function evaluateReference(result: Result, field: string, expected: unknown): EvaluatedRule {
  const actual = lookup(result, field).value
  return {
    rule: `reference:${field}`,
    field,
    kind: 'validation',
    severity: 'error',
    outcome: outcome(isEqual(actual ?? null, expected ?? null)),
    message: () => `${field} is ${describeValue(actual)}, the reference says ${describeValue(expected)}`,
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

const RULE_OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'matches', 'exists', 'type'] as const

/** Outcome of one rule. `error` means it could not be evaluated, which is neither a pass nor a plain failure. */
type RuleOutcome = 'holds' | 'fails' | { error: string }

type Operator = (actual: unknown, expected: unknown) => RuleOutcome

const outcome = (holds: boolean): RuleOutcome => (holds ? 'holds' : 'fails')

/** Compares numbers within the tolerance, and texts by code unit, which suits ISO dates. */
function ordering(numbers: (left: number, right: number) => boolean, texts: (left: string, right: string) => boolean) {
  return (actual: unknown, expected: unknown): RuleOutcome => {
    const number = numberOf(actual)
    if (typeof expected === 'number') return outcome(number !== null && numbers(number, expected))
    if (isLargeInteger(actual) && isLargeInteger(expected))
      return outcome(numbers(Number(BigInt(actual) - BigInt(expected)), 0))
    if (typeof expected === 'string') return outcome(typeof actual === 'string' && texts(actual, expected))
    return { error: 'an order needs a number or a text to compare with' }
  }
}

/** The criteria have whole numbers beyond 2^53 rounded, and a run their digits. */
function isEqual(actual: unknown, expected: unknown): boolean {
  if (deepEqual(actual, expected)) return true
  const rounded = withRoundedIntegers(actual)
  return rounded !== actual && deepEqual(rounded, expected)
}

const equality = (wanted: boolean): Operator => {
  return (actual, expected) => {
    if (expected === undefined) return { error: 'nothing to compare with' }
    return outcome(isEqual(actual ?? null, expected) === wanted)
  }
}

function matches(actual: unknown, expected: unknown): RuleOutcome {
  if (typeof expected !== 'string') return { error: 'matches needs a regular expression' }
  const isText = typeof actual === 'string' || typeof actual === 'number' || typeof actual === 'boolean'
  const answer = testPattern(expected, isText ? String(actual) : '')
  return answer.ok ? outcome(isText && answer.matches) : { error: answer.message }
}

const OPERATORS: Record<(typeof RULE_OPERATORS)[number], Operator> = {
  eq: equality(true),
  ne: equality(false),
  gt: ordering(exceeds, (left, right) => left > right),
  gte: ordering(atLeast, (left, right) => left >= right),
  lt: ordering(
    (left, right) => exceeds(right, left),
    (left, right) => left < right,
  ),
  lte: ordering(
    (left, right) => atLeast(right, left),
    (left, right) => left <= right,
  ),
  in: (actual, expected) => {
    if (!Array.isArray(expected)) return { error: 'in needs a list' }
    return outcome(expected.some((item) => isEqual(actual, item)))
  },
  matches,
  exists: (actual, expected = true) => {
    if (typeof expected !== 'boolean') return { error: 'exists needs true, false or nothing' }
    return outcome(isMissing(actual) !== expected)
  },
  type: (actual, expected) => {
    if (!isJsonType(expected)) return { error: `unknown type "${asText(expected)}"` }
    return outcome(hasType(actual, expected))
  },
}

const isOperator = (op: string): op is keyof typeof OPERATORS => Object.hasOwn(OPERATORS, op)

/**
 * Evaluates `actual op expected`. A missing value only satisfies `exists: false` and a comparison with null itself; an unknown operator, an
 * unusable pattern or an operand of the wrong type is an error, never a pass.
 */
export function applyOperator(op: string, actual: unknown, expected: unknown): RuleOutcome {
  if (!isOperator(op)) return { error: `unknown operator "${op}"; known are ${RULE_OPERATORS.join(', ')}` }
  const answer = OPERATORS[op](actual, expected)
  const asksAboutNull = expected === null || (op === 'type' && expected === 'null')
  return answer === 'holds' && isMissing(actual) && op !== 'exists' && !asksAboutNull ? 'fails' : answer
}

/** Formats a value for a message: as text when short, otherwise as its type. */
function describeValue(value: unknown): string {
  if (isMissing(value)) return 'missing'
  const text = typeof value === 'string' && value.length > 80 ? value : (JSON.stringify(value) ?? String(value))
  return text.length <= 80 ? text : `a long ${typeOf(value)}`
}
