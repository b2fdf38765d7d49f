import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccuracyCriteria, Rule as ValidationRule } from '@/lib/contracts/quality-criteria'
import { applyOperator } from './accuracy-rules'
import { checkAccuracy } from './check-accuracy'

const check = (
  execution_result: Record<string, unknown>,
  accuracy_criteria: AccuracyCriteria,
  reference_data?: Record<string, unknown>,
) => checkAccuracy({ execution_result, accuracy_criteria, reference_data })

describe('score', () => {
  it('deducts 0.15 for an error, 0.05 for a warning and 0.25 for a business violation', () => {
    const result = check(
      { a: 1, b: 2, c: 3, total: 9 },
      {
        validation_rules: [
          { id: 'r1', field: 'a', op: 'eq', value: 2, severity: 'error' },
          { id: 'r2', field: 'b', op: 'gt', value: 5 },
          { id: 'r3', field: 'c', op: 'lt', value: 3, severity: 'warning' },
        ],
        business_rules: [{ id: 'b1', field: 'total', op: 'eq', value: 10 }],
      },
    )
    expect(result.accuracy_score).toBeCloseTo(0.4, 12)
    expect(result.is_accurate).toBe(false)
    expect(result.rule_violations.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['r1', 'error'],
      ['r2', 'error'],
      ['r3', 'warning'],
      ['b1', 'error'],
    ])
  })

  it('stays accurate with warnings alone', () => {
    const validation_rules: ValidationRule[] = [11, 12, 13].map((value) => ({
      id: `w${value}`,
      field: 'a',
      op: 'eq',
      value,
      severity: 'warning',
    }))
    const result = check({ a: 1 }, { validation_rules })
    expect(result.accuracy_score).toBeCloseTo(0.85, 12)
    expect(result.is_accurate).toBe(true)
  })

  it('counts ranges, comparisons and reference data as validation rules', () => {
    const result = check(
      { price: 5, low: 9, high: 3, city: 'Bonn' },
      {
        expected_ranges: { price: { min: 10, severity: 'warning' }, absent: { max: 1 } },
        cross_field_validations: [{ id: 'order', left: 'low', op: 'lte', right: 'high' }],
      },
      { city: 'Ulm', price: 5.0000000001 },
    )
    expect(result.rule_violations.map(({ rule }) => rule)).toEqual([
      'range:price',
      'range:absent',
      'order',
      'reference:city',
    ])
    expect(result.accuracy_score).toBeCloseTo(1 - 0.05 - 3 * 0.15, 12)
  })

  it.each<[AccuracyCriteria, string]>([
    [{ validation_rules: [{ id: 'r', field: 'z', op: 'exists' }] }, 'z is missing, expected to exist'],
    [{ validation_rules: [{ id: 'r', field: 'a', op: 'exists', value: false }] }, 'a is 1, expected not to exist'],
    [{ validation_rules: [{ id: 'r', field: 'a', op: 'gte', value: 2 }] }, 'a is 1, expected at least 2'],
    [{ validation_rules: [{ id: 'r', field: 'a', op: 'eq', value: 2 }] }, 'a is 1, expected 2'],
    [{ validation_rules: [{ id: 'r', field: 'a', op: 'ne', value: 1 }] }, 'a is 1, expected other than 1'],
    [{ validation_rules: [{ id: 'r', field: 'a', op: 'matches', value: '^x' }] }, 'a is 1, expected a match of "^x"'],
    [{ validation_rules: [{ id: 'r', field: 'a', op: 'type', value: 'string' }] }, 'a is 1, expected the type string'],
    [
      { cross_field_validations: [{ id: 'r', left: 'a', op: 'gt', right: 'b' }] },
      'a is 1, expected more than b, which is missing',
    ],
    [{ expected_ranges: { a: { min: 2 } } }, 'a is 1, expected at least 2'],
    [{ expected_ranges: { a: { max: 0 } } }, 'a is 1, expected at most 0'],
    [{ expected_ranges: { a: { min: 2, max: 3 } } }, 'a is 1, expected 2 to 3'],
  ])('says what was expected by %j', (criteria, message) => {
    expect(check({ a: 1 }, criteria).rule_violations).toMatchObject([{ message }])
  })

  it('has no confidence when nothing was checked', () => {
    expect(check({ a: 1 }, {})).toMatchObject({ accuracy_score: 1, is_accurate: true, confidence: 0, rules_checked: 0 })
  })
})

describe('a rule that cannot be evaluated', () => {
  it('by its operator names the known ones', () => {
    const [violation] = check(
      { a: 1 },
      { validation_rules: [{ id: 'r', field: 'a', op: 'equals', value: 1 }] },
    ).rule_violations
    expect(violation?.message).toMatch(/unknown operator "equals"; known are eq, ne, .*, type$/)
  })

  it.each<[string, Partial<ValidationRule>]>([
    ['an unknown operator', { op: 'approximately', value: 1 }],
    ['an inherited operator name', { op: 'constructor', value: 1 }],
    ['a broken pattern', { op: 'matches', value: '(' }],
    ['a back-reference', { op: 'matches', value: '(a)\\1' }],
    ['a pattern that is not text', { op: 'matches', value: 5 }],
    ['an operand that is not a list', { op: 'in', value: 'abc' }],
    ['an unknown type', { op: 'type', value: 'date' }],
    ['a missing operand', { op: 'eq' }],
    ['an operand that is not a number', { op: 'gt', value: null }],
  ])('is an error and lowers the confidence: %s', (_name, rule) => {
    const rules: ValidationRule[] = [
      { id: 'ok', field: 'a', op: 'exists' },
      { id: 'bad', field: 'a', op: 'eq', severity: 'warning', ...rule },
    ]
    const result = check({ a: 'x' }, { validation_rules: rules })
    expect(result).toMatchObject({ is_accurate: false, accuracy_score: 0.85, confidence: 0.5 })
    expect(result.rule_violations).toMatchObject([{ rule: 'rule_error:bad', severity: 'error' }])
  })

  it('is an error for a range without bounds, an empty range, and an operator that does not compare two fields', () => {
    const result = check(
      { a: 1, b: 1 },
      {
        expected_ranges: { a: {}, b: { min: 2, max: 1 } },
        cross_field_validations: [{ id: 'x', left: 'a', op: 'exists', right: 'b' }],
      },
    )
    expect(result.rule_violations.map(({ rule }) => rule)).toEqual([
      'rule_error:range:a',
      'rule_error:range:b',
      'rule_error:x',
    ])
    expect(result.confidence).toBe(0)
  })
})

describe('operators', () => {
  it.each([
    ['eq', 0.1 + 0.2, 0.3, 'holds'],
    ['eq', { a: [1] }, { a: [1] }, 'holds'],
    ['ne', 1, 2, 'holds'],
    ['gt', 0.8 - 0.75, 0.05, 'fails'],
    ['gte', 0.85 - 0.8, 0.05, 'holds'],
    ['lt', 1, 1, 'fails'],
    ['lte', 1, 1, 'holds'],
    ['gt', '7', 5, 'fails'],
    ['gte', '2026-11-02', '2026-11-01', 'holds'],
    ['in', 2, [1, 2], 'holds'],
    ['matches', 'AB12', '^[A-Z]+\\d+$', 'holds'],
    ['matches', 42, '^\\d+$', 'holds'],
    ['matches', ['a'], '', 'fails'],
    ['exists', 0, undefined, 'holds'],
    ['exists', null, undefined, 'fails'],
    ['exists', undefined, false, 'holds'],
    ['type', 7, 'integer', 'holds'],
    ['type', 7.5, 'integer', 'fails'],
    ['type', null, 'null', 'holds'],
    ['eq', undefined, null, 'holds'],
    ['ne', 5, null, 'holds'],
    ['ne', undefined, 5, 'fails'],
    ['in', undefined, [undefined], 'fails'],
    ['lt', undefined, 5, 'fails'],
    ['matches', undefined, '', 'fails'],
  ])('%s of %j and %j %s', (op, actual, expected, outcome) => {
    expect(applyOperator(op, actual, expected)).toBe(outcome)
  })

  it('never take two missing fields for equal', () => {
    const cross_field_validations = [{ id: 'same', left: 'x', op: 'eq', right: 'y' }]
    expect(check({}, { cross_field_validations }).is_accurate).toBe(false)
  })
})

describe('any rules', () => {
  const rule = fc.record({
    id: fc.string({ minLength: 1, maxLength: 3 }),
    field: fc.constantFrom('a', 'b', 'c'),
    op: fc.constantFrom('eq', 'gt', 'lte', 'exists', 'nonsense'),
    value: fc.integer({ min: 0, max: 5 }),
    severity: fc.constantFrom('error' as const, 'warning' as const),
  })
  const result = fc.record({ a: fc.integer({ min: 0, max: 5 }), b: fc.constant(null) })

  it('give a score within 0 to 1, in any order, and never a higher one with an additional rule', () => {
    fc.assert(
      fc.property(result, fc.array(rule, { maxLength: 12 }), rule, (execution, rules, extra) => {
        const { accuracy_score } = check(execution, { validation_rules: rules })
        expect(accuracy_score).toBeGreaterThanOrEqual(0)
        expect(accuracy_score).toBeLessThanOrEqual(1)
        expect(check(execution, { validation_rules: [...rules].reverse() }).accuracy_score).toBeCloseTo(
          accuracy_score,
          12,
        )
        const more = check(execution, { validation_rules: [...rules, extra] }).accuracy_score
        expect(more).toBeLessThanOrEqual(accuracy_score + 1e-12)
      }),
    )
  })
})
