import { describe, expect, it } from 'vitest'
import { SCHEMA_ERRORS_MAX, validateSchema } from '@/lib/engine/output/validate-schema'

function pathsOf(schema: unknown, value: unknown) {
  const verdict = validateSchema(schema, value)
  return verdict.ok === false ? verdict.errors.map(({ code, path }) => `${code} ${path}`) : verdict.ok
}

describe('faults', () => {
  it('lists every fault with its JSON path, a missing field under its own name', () => {
    const schema = {
      type: 'object',
      required: ['status', 'items'],
      properties: { items: { type: 'array', minItems: 1 }, score: { type: 'number', maximum: 1 } },
    }
    expect(pathsOf(schema, { items: [], score: 1.5 })).toEqual([
      'required $.status',
      'minItems $.items',
      'maximum $.score',
    ])
  })

  it.each([
    [{ a: [{ b: 'x' }] }, 'type $.a[0].b'],
    [{ a: [{ b: 1, 'c d': 1 }] }, 'additionalProperties $.a[0]["c d"]'],
    [{ a: [{ b: 1 }], '0': { '7': true } }, 'type $["0"]["7"]'],
    [{ a: [{ b: 1 }], 'x/y~z': 1 }, 'type $["x/y~z"]'],
  ])('points into %j', (value, expected) => {
    const item = { type: 'object', additionalProperties: false, properties: { b: { type: 'number' } } }
    const schema = {
      properties: {
        a: { type: 'array', items: item },
        '0': { additionalProperties: { type: 'string' } },
        'x/y~z': { type: 'string' },
      },
    }
    expect(pathsOf(schema, value)).toEqual([expected])
  })

  it('says which values an enumeration allows', () => {
    expect(validateSchema({ enum: ['a', 'b'] }, 'c')).toMatchObject({
      errors: [{ message: expect.stringContaining('["a","b"]') }],
    })
  })

  it('lists at most a hundred faults and counts the rest', () => {
    const verdict = validateSchema({ items: { type: 'string' } }, Array(150).fill(1))
    if (verdict.ok !== false) throw new Error('expected faults')
    expect(verdict.errors).toHaveLength(SCHEMA_ERRORS_MAX + 1)
    expect(verdict.errors.at(-1)).toEqual({ code: 'more_errors', path: '$', message: '50 more faults are not listed' })
  })

  it('stops at the first fault of an output too large to list them', () => {
    expect(pathsOf({ items: { type: 'string' } }, Array(200_000).fill(1))).toEqual(['type $[0]', 'more_errors $'])
  })

  it('never lets an absent output pass', () => {
    expect(pathsOf({}, undefined)).toEqual(['missing $'])
    expect(pathsOf({}, null)).toBe(true)
  })

  it('reads inherited names as absent', () => {
    expect(pathsOf({ required: ['toString'] }, {})).toEqual(['required $.toString'])
  })

  it.each(['2024-02-30', 'yesterday'])('holds %s against the format date', (value) => {
    expect(pathsOf({ format: 'date' }, value)).toEqual(['format $'])
  })
})

describe('patterns', () => {
  it.each([
    ['^(a+)+$', `${'a'.repeat(5000)}!`, false],
    ['^(\\w+\\s?)+$', 'many words and an end', true],
    ['^a*a*a*b$', 'a'.repeat(2000), false],
    ['a+b', 'a'.repeat(50_000), false],
    ['^[\\w\\-]+$', 'a-b', true],
  ])('%s answers without hanging', (pattern, text, expected) => {
    expect(validateSchema({ pattern }, text).ok).toBe(expected)
  })

  it('keeps two patterns of one schema apart', () => {
    const schema = { properties: { a: { pattern: '^a+b*$' }, c: { pattern: '^c+d*$' } } }
    expect(pathsOf(schema, { a: 'ab', c: 'ab' })).toEqual(['pattern $.c'])
  })

  it('never passes an output whose pattern has no answer', () => {
    expect(validateSchema({ pattern: '^(.+)-(.+)-\\1$' }, 'a-b-a').ok).toBe('schema_error')
  })
})

describe('drafts', () => {
  const tuple = { items: [{ type: 'string' }] }

  it('reads a schema as draft 2020-12 unless it says otherwise', () => {
    expect(pathsOf({ prefixItems: [{ type: 'string' }] }, [1])).toEqual(['type $[0]'])
    expect(validateSchema(tuple, [1]).ok).toBe('schema_error')
  })

  it.each(['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2019-09/schema'])(
    'follows $schema %s',
    ($schema) => {
      expect(pathsOf({ $schema, ...tuple }, [1])).toEqual(['type $[0]'])
    },
  )
})

describe('schemas that cannot be used are neither valid nor invalid', () => {
  const cyclic: Record<string, unknown> = {}
  cyclic.properties = { self: cyclic }
  const deep = Array.from({ length: 20_000 }).reduce<unknown>((inner) => ({ not: inner }), {})

  it.each([
    ['text', 'object'],
    ['null', null],
    ['a list', [{}]],
    ['an unknown type', { type: 'text' }],
    ['a bad pattern', { pattern: '(' }],
    ['a remote reference', { $ref: 'https://example.com/schema.json' }],
    ['a reference into nothing', { $ref: '#/$defs/none' }],
    ['an unknown draft', { $schema: 'http://json-schema.org/draft-04/schema#' }],
    ['a cycle', cyclic],
    ['20,000 levels', deep],
  ])('%s', (_name, schema) => {
    expect(validateSchema(schema, {})).toMatchObject({ ok: 'schema_error', message: expect.stringMatching(/./) })
  })

  it('keeps schemas with one $id apart', () => {
    const $id = 'https://example.com/a'
    expect(pathsOf({ $id, type: 'string' }, 1)).toEqual(['type $'])
    expect(pathsOf({ $id, type: 'number' }, 1)).toBe(true)
  })

  it('answers the same for a schema seen before, also when many others came between', () => {
    const schema = { type: 'integer' }
    expect(pathsOf(schema, 1.5)).toEqual(['type $'])
    for (let index = 0; index < 300; index++) validateSchema({ title: String(index) }, 1)
    expect(pathsOf(schema, 1.5)).toEqual(['type $'])
  })
})
