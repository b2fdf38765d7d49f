import { describe, expect, it } from 'vitest'
import { EngineInputError } from '@/lib/engine/input-error'
import { type QualityCriteria, validateExecutionResult } from './validate-execution-result'

const validate = (
  execution_result: Record<string, unknown>,
  quality_criteria: QualityCriteria,
  intent_graph?: unknown,
) => validateExecutionResult({ execution_result, quality_criteria, intent_graph })

const wrongA: QualityCriteria = {
  accuracy_criteria: { validation_rules: [{ id: 'r', field: 'a', op: 'eq', value: 2 }] },
}

describe('a missing field', () => {
  it('blocks when completeness is required, whatever the score', () => {
    const result = validate({ a: 1 }, { completeness_required: true, required_fields: ['a', 'b'] })
    expect(result.quality_score).toBeCloseTo(0.92, 12)
    expect(result).toMatchObject({ is_valid: false, is_acceptable: false, rerun_required: true, accuracy_score: 1 })
    expect(result.issues).toMatchObject([{ type: 'missing_field', field: 'b', severity: 'error', blocking: true }])
  })

  it('is a warning otherwise', () => {
    const result = validate({ a: 1 }, { required_fields: ['a', 'b'] })
    expect(result).toMatchObject({ is_valid: true, is_acceptable: true, rerun_required: false, rerun_nodes: [] })
    expect(result.issues).toMatchObject([{ type: 'missing_field', severity: 'warning', blocking: false }])
  })
})

describe('acceptance', () => {
  it.each<[string, QualityCriteria, boolean]>([
    ['the default threshold', wrongA, true],
    ['a quality threshold just reached', { ...wrongA, quality_threshold: 0.94 }, true],
    ['a quality threshold missed', { ...wrongA, quality_threshold: 0.95 }, false],
    ['an accuracy threshold just reached', { ...wrongA, accuracy_threshold: 0.85 }, true],
    [
      'an accuracy threshold missed although quality passes',
      { ...wrongA, quality_threshold: 0.5, accuracy_threshold: 0.9 },
      false,
    ],
    ['strict, with an error', { ...wrongA, strict: true }, false],
  ])('with %s', (_name, criteria, expected) => {
    expect(validate({ a: 1 }, criteria).is_acceptable).toBe(expected)
  })

  it('is ruled out by a check that could not be evaluated', () => {
    const broken = { accuracy_criteria: { validation_rules: [{ id: 'r', field: 'a', op: 'matches', value: '(' }] } }
    expect(validate({ a: 1 }, broken)).toMatchObject({ is_valid: false, is_acceptable: false })
    expect(validate({ a: '1' }, { required_formats: { a: '(' } }).is_acceptable).toBe(false)
    expect(validate({ a: 1 }, { custom_validators: [{ id: 'c', field: 'a', op: 'odd' }] }).is_acceptable).toBe(false)
  })

  it('is ruled out by a failed execution, however good its fields are', () => {
    const failed = { results: { n: { node_id: 'n', success: false, error: 'boom' } } }
    expect(validate(failed, {})).toMatchObject({ quality_score: 1, is_valid: false, is_acceptable: false })
    expect(validate({ status: 'failed' }, {}).is_acceptable).toBe(false)
    expect(validate({ nodes_failed: ['n'] }, {}).is_acceptable).toBe(false)
    expect(validate({ nodes_failed: 2 }, {}).is_acceptable).toBe(false)
    expect(validate({ nodes_failed: [7] }, {}).is_acceptable).toBe(false)
    expect(validate({ nodes_failed: 0 }, {}).is_acceptable).toBe(true)
    expect(validate({ nodes_failed: [] }, {}).is_acceptable).toBe(true)
    expect(validate({ status: 'completed' }, {}).is_acceptable).toBe(true)
  })

  it.each([
    [{ success: false, a: 1 }, 'the execution failed'],
    [{ success: false, error: { message: 'no quota' }, a: 1 }, 'the execution failed: no quota'],
    [{ success: false, status: 'completed', a: 1 }, 'the execution failed'],
  ])('is failed if it says that it did not succeed: %j', (result, message) => {
    const verdict = validate(result, { required_fields: ['a'] })
    expect(verdict).toMatchObject({ is_valid: false, is_acceptable: false, rerun_required: true })
    expect(verdict.issues).toMatchObject([{ field: 'success', message, blocking: true }])
  })

  it('is what its nodes and status say if it claims success', () => {
    expect(validate({ success: true, status: 'failed' }, {}).is_acceptable).toBe(false)
    expect(validate({ success: true, a: 1 }, { required_fields: ['a'] }).is_acceptable).toBe(true)
  })

  it('ignores custom validators in the score and is blocked by them only when strict', () => {
    const custom_validators = [{ id: 'c', field: 'a', op: 'eq', value: 9 }]
    const result = validate({ a: 1 }, { custom_validators })
    expect(result).toMatchObject({ quality_score: 1, is_valid: false, is_acceptable: true })
    expect(result.issues).toMatchObject([{ type: 'custom', field: 'a', severity: 'error' }])
    expect(validate({ a: 1 }, { custom_validators, strict: true }).is_acceptable).toBe(false)
  })
})

describe('an execution', () => {
  it.each([
    ['completed', true, []],
    ['failed_quality', true, []],
    ['failed', false, ['the execution failed']],
    ['cancelled', false, ['the execution was cancelled']],
    ['paused_for_approval', false, ['the execution waits for an approval']],
    ['running', false, ['the execution is still running']],
    ['FAILED', false, ['the execution failed']],
    ['Canceled', false, ['the execution was cancelled']],
    ['paid', true, []],
  ])('that is %s and complete is acceptable: %s', (status, is_acceptable, messages) => {
    const result = validate({ status, a: 1 }, { required_fields: ['a'] })
    expect(result).toMatchObject({ quality_score: 1, is_acceptable, rerun_required: !is_acceptable, rerun_nodes: [] })
    expect(result.issues.map(({ message }) => message)).toEqual(messages)
    expect(result.recommendations).toHaveLength(messages.length)
  })

  it('with failed nodes names them in one recommendation, before all others', () => {
    const failed = (node_id: string) => ({ node_id, success: false, error: 'boom' })
    const execution = { status: 'failed', results: { a: failed('a'), b: failed('b') } }
    const { recommendations } = validate(execution, { required_fields: ['x'] })
    expect(recommendations).toEqual(['Repair and rerun the failed nodes: a, b.', 'Add the missing fields: x.'])
  })
})

describe('issues', () => {
  it('name each kind and give one recommendation for each', () => {
    const result = validate(
      { a: '', b: 'x', c: 'y', d: 1 },
      {
        required_fields: ['a', 'z'],
        required_types: { b: 'number' },
        required_formats: { c: 'email' },
        accuracy_criteria: { business_rules: [{ id: 'k', field: 'd', op: 'gt', value: 5 }] },
      },
    )
    expect(result.issues.map(({ type, severity }) => [type, severity])).toEqual([
      ['missing_field', 'warning'],
      ['empty_value', 'warning'],
      ['type', 'error'],
      ['format', 'error'],
      ['accuracy', 'error'],
    ])
    expect(result.recommendations).toHaveLength(5)
  })

  it('identify the nodes that produced the fields and their dependents', () => {
    const execution = {
      results: {
        a: { node_id: 'a', success: true, result: { x: 1 } },
        b: { node_id: 'b', success: true, result: { y: 1 } },
        c: { node_id: 'c', success: true, result: { z: 1 } },
      },
    }
    const criteria: QualityCriteria = {
      strict: true,
      accuracy_criteria: { validation_rules: [{ id: 'r', field: 'y', op: 'eq', value: 2 }] },
    }
    const graph = { nodes: [{ id: 'a' }, { id: 'b', dependencies: ['a'] }, { id: 'c', dependencies: ['b'] }] }
    expect(validate(execution, criteria, graph).rerun_nodes).toEqual(['b', 'c'])
  })
})

it('rejects unusable thresholds and weights, naming their path', () => {
  expect(() => validate({}, { quality_threshold: 85 })).toThrow(EngineInputError)
  expect(() => validate({}, { scoring_weights: { accuracy: -1 } })).toThrow(
    /quality_criteria\.scoring_weights\.accuracy/,
  )
})

it('rejects an unreadable graph, even for a result that needs no rerun', () => {
  expect(() => validate({ a: 1 }, {}, { nodes: [{}] })).toThrow(EngineInputError)
})
