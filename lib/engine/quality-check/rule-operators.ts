import { deepEqual } from '@/lib/engine/json/deep-equal'
import { testPattern } from '@/lib/engine/json/pattern/test-pattern'
import { isMissing } from '@/lib/engine/json/presence'
import { hasType, isJsonType, typeOf } from '@/lib/engine/json/type-of'
import { atLeast, exceeds } from '@/lib/engine/tolerance'

export const RULE_OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'matches', 'exists', 'type'] as const

/** What became of one rule. `error` means it could not be evaluated, which is neither a pass nor a plain failure. */
export type RuleOutcome = 'holds' | 'fails' | { error: string }

type Operator = (actual: unknown, expected: unknown) => RuleOutcome

const outcome = (holds: boolean): RuleOutcome => (holds ? 'holds' : 'fails')

/** Compares numbers within the tolerance, and texts by code unit, which suits ISO dates. */
function ordering(numbers: (left: number, right: number) => boolean, texts: (left: string, right: string) => boolean) {
  return (actual: unknown, expected: unknown): RuleOutcome => {
    if (typeof expected === 'number') return outcome(typeof actual === 'number' && numbers(actual, expected))
    if (typeof expected === 'string') return outcome(typeof actual === 'string' && texts(actual, expected))
    return { error: 'an order needs a number or a text to compare with' }
  }
}

const equality = (wanted: boolean): Operator => {
  return (actual, expected) => {
    if (expected === undefined) return { error: 'nothing to compare with' }
    return outcome(deepEqual(actual ?? null, expected) === wanted)
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
    return outcome(expected.some((item) => deepEqual(actual, item)))
  },
  matches,
  exists: (actual, expected = true) => {
    if (typeof expected !== 'boolean') return { error: 'exists needs true, false or nothing' }
    return outcome(isMissing(actual) !== expected)
  },
  type: (actual, expected) => {
    if (!isJsonType(expected)) return { error: `unknown type "${String(expected)}"` }
    return outcome(hasType(actual, expected))
  },
}

const isOperator = (op: string): op is keyof typeof OPERATORS => Object.hasOwn(OPERATORS, op)

/**
 * Evaluates `actual op expected`. A missing value satisfies nothing but `exists: false` and a comparison with null itself;
 * an unknown operator, an unusable pattern or an operand of the wrong kind is an error, never a pass.
 */
export function applyOperator(op: string, actual: unknown, expected: unknown): RuleOutcome {
  if (!isOperator(op)) return { error: `unknown operator "${op}"` }
  const answer = OPERATORS[op](actual, expected)
  const asksAboutNull = expected === null || (op === 'type' && expected === 'null')
  return answer === 'holds' && isMissing(actual) && op !== 'exists' && !asksAboutNull ? 'fails' : answer
}

/** A value as it reads in a message: its text when short, else its type. */
export function describeValue(value: unknown): string {
  if (isMissing(value)) return 'missing'
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= 80 ? text : `a long ${typeOf(value)}`
}
