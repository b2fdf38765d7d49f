import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hundredths, shuffled } from '@/lib/engine/testing/arbitraries'
import type { Severity } from './accuracy-rules'
import { type AccuracyInput, checkAccuracy } from './check-accuracy'

// Off by less than the tolerance for most values, like sums of decimals.
const noisy = (whole: number) => whole / 100 + 0.3 - 0.3

const holds: Record<string, (left: number, right: number) => boolean> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  gt: (left, right) => left > right,
  gte: (left, right) => left >= right,
  lt: (left, right) => left < right,
  lte: (left, right) => left <= right,
}

const near = hundredths(48, 52)
const values = fc.record({ a: near, b: near, c: near })
const field = fc.constantFrom('a' as const, 'b' as const, 'c' as const, 'gone' as const)
const op = fc.constantFrom(...Object.keys(holds), 'nonsense')
const severity = fc.constantFrom<Severity | undefined>('error', 'warning', undefined)
const rule = fc.record({ kind: fc.constantFrom('rule', 'business', 'range', 'cross'), field, op, than: near, severity })
type Rule = typeof rule extends fc.Arbitrary<infer T> ? T : never

function toInput(numbers: Record<string, number>, rules: readonly Rule[]): AccuracyInput {
  const of = (kind: string) =>
    rules.map((one, index) => ({ ...one, id: `${index}` })).filter((one) => one.kind === kind)
  return {
    execution_result: Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, noisy(value)])),
    accuracy_criteria: {
      validation_rules: of('rule').map(({ than, ...one }) => ({ ...one, value: than / 100 })),
      business_rules: of('business').map(({ than, ...one }) => ({ ...one, value: than / 100 })),
      expected_ranges: Object.fromEntries(
        of('range').map((one) => [
          one.field,
          { min: one.than / 100, max: (one.than + 1) / 100, severity: one.severity },
        ]),
      ),
      cross_field_validations: of('cross').map((one) => ({ ...one, left: one.field, right: 'b' })),
    },
  }
}

/** The deduction for a rule in hundredths, and its kind; null if the rule holds. */
function judge(numbers: Record<string, number>, { kind, field: name, op: sign, than, severity: told }: Rule) {
  const actual = numbers[name]
  const right = kind === 'cross' ? numbers.b : than
  const cost = told === 'warning' ? { cost: 5, is: 'warning' } : { cost: 15, is: 'error' }
  if (kind === 'range') return actual !== undefined && actual >= than && actual <= than + 1 ? null : cost
  const compare = holds[sign]
  if (!compare) return { cost: 15, is: 'rule_error' }
  if (actual !== undefined && right !== undefined && compare(actual, right)) return null
  return kind === 'business' ? { cost: 25, is: 'business' } : cost
}

/** A range is identified by its field, so the last one of a field applies. */
function lastRangesOnly(rules: readonly Rule[]): Rule[] {
  const isLater = (one: Rule, index: number) =>
    rules.slice(index + 1).some((other) => other.kind === 'range' && other.field === one.field)
  return rules.filter((one, index) => one.kind !== 'range' || !isLater(one, index))
}

const rules = fc.array(rule, { maxLength: 8 }).map(lastRangesOnly)

describe('checkAccuracy', () => {
  it('scores 1 - .15 for each error - .05 for each warning - .25 for each business violation', () => {
    fc.assert(
      fc.property(values, rules, (numbers, given) => {
        const answer = checkAccuracy(toInput(numbers, given))
        const costs = given.map((one) => judge(numbers, one)).filter((cost) => cost !== null)
        const total = costs.reduce((sum, { cost }) => sum + cost, 0)
        expect(answer.rule_violations).toHaveLength(costs.length)
        expect(answer.accuracy_score).toBeCloseTo(Math.max(0, 100 - total) / 100, 9)
        expect(answer.is_accurate).toBe(costs.every(({ is }) => is === 'warning'))
        const broken = costs.filter(({ is }) => is === 'rule_error').length
        expect(answer.rule_violations.filter(({ rule: id }) => id.startsWith('rule_error:'))).toHaveLength(broken)
        expect(answer.confidence).toBeCloseTo(given.length === 0 ? 0 : 1 - broken / given.length, 9)
      }),
      { numRuns: 500 },
    )
  })

  it('does not depend on the order of the rules and never rises with an additional rule', () => {
    const ordered = rules.chain((given) => fc.tuple(fc.constant(given), shuffled(given)))
    fc.assert(
      fc.property(values, ordered, rule, (numbers, [given, other], extra) => {
        const score = (list: Rule[]) => checkAccuracy(toInput(numbers, list)).accuracy_score
        expect(score(other)).toBeCloseTo(score(given), 12)
        if (extra.kind !== 'range') expect(score([...given, extra])).toBeLessThanOrEqual(score(given) + 1e-12)
      }),
    )
  })

  it('counts each difference from the reference as an error, with numbers compared within the tolerance', () => {
    fc.assert(
      fc.property(values, values, (numbers, reference) => {
        const reference_data = Object.fromEntries(Object.entries(reference).map(([name, value]) => [name, value / 100]))
        const { accuracy_score } = checkAccuracy({ ...toInput(numbers, []), reference_data })
        const different = (['a', 'b', 'c'] as const).filter((name) => numbers[name] !== reference[name]).length
        expect(accuracy_score).toBeCloseTo(1 - 0.15 * different, 9)
      }),
    )
  })
})
