import { describe, expect, it } from 'vitest'
import { EngineInputError } from '@/lib/engine/input-error'
import { checkCompleteness, type RequiredOutputs } from './check-completeness'

const check = (execution_result: Record<string, unknown>, required_outputs: RequiredOutputs) =>
  checkCompleteness({ execution_result, required_outputs })

describe('required fields', () => {
  it('deducts 0.2 for each missing field', () => {
    expect(check({ title: 'x' }, { required_fields: ['title', 'summary'] })).toMatchObject({
      is_complete: false,
      completeness_score: 0.8,
      missing_fields: ['summary'],
      type_mismatches: [],
      format_violations: [],
    })
  })

  it('treats 0 and false as present, and null as missing', () => {
    const { missing_fields } = check(
      { count: 0, flag: false, gone: null },
      { required_fields: ['count', 'flag', 'gone'] },
    )
    expect(missing_fields).toEqual(['gone'])
  })

  it('counts a field named twice only once', () => {
    expect(check({}, { required_fields: ['a', 'a'] }).completeness_score).toBeCloseTo(0.8, 12)
  })

  it('never scores below 0', () => {
    expect(check({}, { required_fields: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }).completeness_score).toBe(0)
  })

  it.each(['', [], {}])('warns of %j without changing the score', (value) => {
    const result = check({ a: value }, { required_fields: ['a'] })
    expect(result).toMatchObject({ is_complete: true, completeness_score: 1, empty_fields: ['a'] })
  })

  it('treats empty values as missing with require_non_empty, and does not also warn', () => {
    const result = check(
      { a: '' },
      { required_fields: ['a'], required_types: { a: 'number' }, require_non_empty: true },
    )
    expect(result).toMatchObject({ missing_fields: ['a'], empty_fields: [], type_mismatches: [] })
    expect(result.completeness_score).toBeCloseTo(0.8, 12)
  })

  it('finds fields in the results of nodes and in the context', () => {
    const execution = { results: { n: { result: { items: [{ id: 7 }] } } }, context: { user: 'u' } }
    expect(check(execution, { required_fields: ['items[0].id', 'user'] }).is_complete).toBe(true)
  })
})

describe('types', () => {
  it('deducts 0.1 for a value of another type', () => {
    const result = check({ count: '7', tags: ['x'] }, { required_types: { count: 'number', tags: 'array' } })
    expect(result.type_mismatches).toEqual([{ field: 'count', expected: 'number', actual: 'string' }])
    expect(result.completeness_score).toBeCloseTo(0.9, 12)
    expect(result.is_complete).toBe(false)
  })

  it('never counts a missing field as a mismatch too', () => {
    const result = check({}, { required_fields: ['a'], required_types: { a: 'string' } })
    expect(result).toMatchObject({ missing_fields: ['a'], type_mismatches: [] })
    expect(result.completeness_score).toBeCloseTo(0.8, 12)
  })

  it('adds up missing fields and mismatches', () => {
    const result = check({ a: 1, c: '1' }, { required_fields: ['a', 'b'], required_types: { c: 'number' } })
    expect(result.completeness_score).toBeCloseTo(0.7, 12)
  })

  it('rejects an unknown type name, naming its path', () => {
    const attempt = () => check({ a: 1 }, { required_types: { a: 'date' } })
    expect(attempt).toThrow(EngineInputError)
    expect(attempt).toThrow(/required_outputs\.required_types\.a/)
  })
})

describe('formats', () => {
  it.each([
    ['2026-11-01T10:00:00Z', 'date-time', true],
    ['yesterday', 'date-time', false],
    ['a@b.org', 'email', true],
    ['AB-12', '^[A-Z]{2}-\\d+$', true],
    [2026, '^\\d{4}$', true],
    [['x'], 'email', false],
    ['x', '(', false],
    ['x', '(?<=a)b', false],
    ['https://example.org', 'iri', false],
  ])('checks %j in the format %s: %s', (value, format, expected) => {
    expect(check({ a: value }, { required_formats: { a: format } }).is_complete).toBe(expected)
  })

  it('do not change the score unless a penalty is set', () => {
    const outputs = { required_formats: { a: 'email' } }
    expect(check({ a: 'x' }, outputs)).toMatchObject({
      is_complete: false,
      completeness_score: 1,
      format_violations: [{ field: 'a', expected_format: 'email', actual_value: 'x' }],
    })
    expect(check({ a: 'x' }, { ...outputs, format_penalty: 0.1 }).completeness_score).toBeCloseTo(0.9, 12)
  })

  it('report why they could not be checked', () => {
    const [violation] = check({ a: 'x' }, { required_formats: { a: '(' } }).format_violations
    expect(violation?.error).toBe('not a valid regular expression')
  })
})
