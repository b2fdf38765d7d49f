import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyValue, shuffled } from '@/lib/engine/testing/arbitraries'
import { checkCompleteness } from './check-completeness'

const names = ['a', 'b', 'c', 'box.a', 'list[0]', 'list[0].b']
const types = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']
const formats = ['^\\d+$', '^t', '4']

const place = fc.record({ a: anyValue, b: anyValue, c: anyValue, box: fc.record({ a: anyValue }) })
const result: fc.Arbitrary<Record<string, unknown>> = fc
  .record({
    a: anyValue,
    b: anyValue,
    list: fc.array(fc.oneof(anyValue, fc.record({ b: anyValue })), { maxLength: 2 }),
    results: fc.record({ n1: fc.record({ result: place }), n2: fc.record({ result: place }) }),
    context: place,
  })
  .map((parts) => JSON.parse(JSON.stringify(parts)))
const outputs = fc.record({
  required_fields: fc.array(fc.constantFrom(...names), { maxLength: 8 }),
  required_types: fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...types), { maxKeys: 4 }),
  required_formats: fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...formats), { maxKeys: 3 }),
  require_non_empty: fc.boolean(),
})

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null

function at(root: unknown, path: string): unknown {
  const steps = path.split(/[.[\]]+/).filter(Boolean)
  return steps.reduce<unknown>((here, step) => (isTree(here) ? Reflect.get(here, step) : undefined), root)
}

/** Looks in the result itself, then the results of its nodes, then the context. */
function find(execution: Record<string, unknown>, path: string): unknown {
  const nodes = Object.values(execution.results ?? {}).map((node) => at(node, 'result'))
  return [execution, ...nodes, execution.context].map((root) => at(root, path)).find((value) => value != null)
}

const isEmpty = (value: unknown) => ['""', '[]', '{}'].includes(JSON.stringify(value))

function fits(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array' || Array.isArray(value)) return type === 'array' && Array.isArray(value)
  return typeof value === type
}

describe('checkCompleteness', () => {
  it('scores 1 - .2 for each missing field - .1 for each wrong type, whatever the formats', () => {
    fc.assert(
      fc.property(result, outputs, (execution_result, required_outputs) => {
        const answer = checkCompleteness({ execution_result, required_outputs })
        const { required_fields, required_types, required_formats, require_non_empty } = required_outputs
        const lacks = (field: string) => {
          const value = find(execution_result, field)
          return value === undefined || (require_non_empty && isEmpty(value) && required_fields.includes(field))
        }
        const missing = [...new Set(required_fields.filter(lacks))]
        const wrong = Object.entries(required_types).filter(
          ([field, type]) => !lacks(field) && !fits(find(execution_result, field), type),
        )
        const broken = Object.entries(required_formats).filter(([field, format]) => {
          const value = find(execution_result, field)
          return !lacks(field) && (isTree(value) || !new RegExp(format).test(String(value)))
        })
        expect(answer.missing_fields).toEqual(missing)
        expect(answer.type_mismatches.map(({ field }) => field).sort()).toEqual(wrong.map(([field]) => field).sort())
        expect(answer.format_violations.map(({ field }) => field).sort()).toEqual(broken.map(([field]) => field).sort())
        expect(answer.completeness_score).toBeCloseTo(Math.max(0, 1 - 0.2 * missing.length - 0.1 * wrong.length), 9)
        expect(answer.is_complete).toBe(missing.length + wrong.length + broken.length === 0)
      }),
      { numRuns: 500 },
    )
  })

  it('warns of empty required values, and counts 0 and false as present', () => {
    fc.assert(
      fc.property(result, outputs, (execution_result, given) => {
        const required_outputs = { ...given, require_non_empty: false }
        const { empty_fields, missing_fields } = checkCompleteness({ execution_result, required_outputs })
        const empty = given.required_fields.filter((field) => isEmpty(find(execution_result, field)))
        expect(empty_fields).toEqual([...new Set(empty)])
        for (const field of missing_fields) expect([0, false]).not.toContain(find(execution_result, field))
      }),
    )
  })

  it('does not depend on the order of the fields, and never rises with an additional field', () => {
    const shuffledOutputs = outputs.chain((given) => fc.tuple(fc.constant(given), shuffled(given.required_fields)))
    fc.assert(
      fc.property(result, shuffledOutputs, fc.constantFrom(...names), (execution_result, [given, order], extra) => {
        const score = (required_fields: string[]) =>
          checkCompleteness({ execution_result, required_outputs: { ...given, required_fields } }).completeness_score
        expect(score(order)).toBeCloseTo(score(given.required_fields), 12)
        expect(score([...order, extra])).toBeLessThanOrEqual(score(order) + 1e-12)
      }),
    )
  })
})
