import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyDag, hundredths } from '@/lib/engine/testing/arbitraries'
import { type QualityCriteria, validateExecutionResult } from './validate-execution-result'

const failed = { node_id: 'n', success: false, error: 'boom' }
const done = { node_id: 'n', success: true, result: { c: 3 } }
const execution = fc.record({
  a: fc.constantFrom<unknown>(1, 'x', '', null),
  b: fc.constantFrom<unknown>(2, 'x', null),
  status: fc.constantFrom('completed', 'completed', 'failed', 'cancelled'),
  results: fc.constantFrom<unknown>({}, { n: done }, { n: done }, { n: failed }),
})
const limit = fc.option(
  hundredths().map((value) => value / 100),
  { nil: undefined },
)
const rule = { id: 'r', field: 'b', value: 2 }
const criteria: fc.Arbitrary<QualityCriteria> = fc.record({
  required_fields: fc.subarray(['a', 'b', 'c', 'd']),
  required_types: fc.constantFrom<Record<string, string>>({}, { a: 'number' }),
  required_formats: fc.constantFrom<Record<string, string>>({}, {}, { a: '^1' }, { a: '(' }),
  completeness_required: fc.boolean(),
  strict: fc.boolean(),
  quality_threshold: limit,
  accuracy_threshold: limit,
  accuracy_criteria: fc.record({
    validation_rules: fc.subarray([
      { ...rule, op: 'eq' },
      { ...rule, op: 'gt', severity: 'warning' as const },
    ]),
    business_rules: fc.subarray([{ ...rule, op: 'ne' }]),
  }),
  custom_validators: fc.subarray([{ ...rule, op: 'lt' }]),
})

const atLeast = (score: number, threshold: number) => score - threshold > -1e-9

describe('acceptance', () => {
  it('requires that quality and accuracy reach their thresholds and nothing blocks', () => {
    fc.assert(
      fc.property(execution, criteria, (execution_result, quality_criteria) => {
        const answer = validateExecutionResult({ execution_result, quality_criteria })
        const { quality_threshold, accuracy_threshold } = quality_criteria
        const reaches = atLeast(answer.quality_score, quality_threshold ?? accuracy_threshold ?? 0.85)
        const isAccurate = accuracy_threshold === undefined || atLeast(answer.accuracy_score, accuracy_threshold)
        const blocked = answer.issues.some(({ blocking }) => blocking)
        expect(answer.is_acceptable).toBe(reaches && isAccurate && !blocked)
        expect(answer.rerun_required).toBe(!answer.is_acceptable)
        expect(answer.is_valid).toBe(answer.issues.every(({ severity }) => severity === 'warning'))
        const { completeness_score, accuracy_score, performance_score } = answer
        const mean = 0.4 * completeness_score + 0.4 * accuracy_score + 0.2 * performance_score
        expect(answer.quality_score).toBeCloseTo(mean, 9)
      }),
      { numRuns: 500 },
    )
  })

  it('is blocked by a missing field when completeness is required, and otherwise only warned', () => {
    fc.assert(
      fc.property(execution, criteria, (execution_result, quality_criteria) => {
        const { issues } = validateExecutionResult({ execution_result, quality_criteria })
        for (const issue of issues.filter(({ type }) => type === 'missing_field')) {
          expect(issue.severity).toBe(quality_criteria.completeness_required ? 'error' : 'warning')
          expect(issue.blocking).toBe(quality_criteria.completeness_required)
        }
      }),
    )
  })

  it('with strict is blocked by every error but no warning, and no score changes', () => {
    fc.assert(
      fc.property(execution, criteria, (execution_result, given) => {
        const lax = validateExecutionResult({ execution_result, quality_criteria: { ...given, strict: false } })
        const strict = validateExecutionResult({ execution_result, quality_criteria: { ...given, strict: true } })
        for (const { severity, blocking } of strict.issues) expect(blocking).toBe(severity === 'error')
        expect(strict.quality_score).toBe(lax.quality_score)
        if (strict.is_acceptable) expect(lax.is_acceptable).toBe(true)
      }),
    )
  })

  it('is never given with a check that could not be evaluated or a failed node', () => {
    const broken = fc.constantFrom<QualityCriteria>(
      { accuracy_criteria: { validation_rules: [{ ...rule, op: 'nonsense' }] } },
      { accuracy_criteria: { business_rules: [{ ...rule, op: 'matches', value: '(' }] } },
      { custom_validators: [{ ...rule, op: 'in', value: 2 }] },
      { required_formats: { b: '(?<' } },
    )
    fc.assert(
      fc.property(execution, broken, (given, check) => {
        const quality_criteria = { ...check, quality_threshold: 0 }
        const sound = { ...given, b: 2, status: 'completed', results: {} }
        expect(validateExecutionResult({ execution_result: sound, quality_criteria }).is_acceptable).toBe(false)
        const withFailed = { ...sound, results: { n: failed } }
        const lenient = { quality_threshold: 0 }
        expect(validateExecutionResult({ execution_result: withFailed, quality_criteria: lenient }).is_acceptable).toBe(
          false,
        )
      }),
    )
  })
})

it('reruns every failed node with all its dependents, dependencies first, and nothing for an acceptable result', () => {
  const graphs = anyDag().chain((dag) => fc.record({ dag: fc.constant(dag), down: fc.subarray(dag.ids) }))
  fc.assert(
    fc.property(graphs, ({ dag: { ids, edges }, down }) => {
      const results = Object.fromEntries(ids.map((id) => [id, { ...(down.includes(id) ? failed : done), node_id: id }]))
      const intent_graph = { nodes: ids, edges: edges.map(([source, target]) => ({ source, target })) }
      const answer = validateExecutionResult({ execution_result: { results }, quality_criteria: {}, intent_graph })
      const isBehind = (id: string): boolean =>
        down.includes(id) || edges.some(([from, to]) => to === id && isBehind(from))
      expect([...answer.rerun_nodes].sort()).toEqual(ids.filter(isBehind))
      expect(answer.is_acceptable).toBe(down.length === 0)
      for (const [from, to] of edges) {
        const [first, second] = [from, to].map((id) => answer.rerun_nodes.indexOf(id))
        if (first !== -1) expect(first).toBeLessThan(second ?? -1)
      }
    }),
  )
})
