import { describe, expect, it } from 'vitest'
import { precompileSchema, SCHEMA_ERRORS_MAX, validateSchema } from './schema'

function pathsOf(schema: unknown, value: unknown) {
  const verdict = validateSchema(schema, value)
  return verdict.ok === false ? verdict.errors.map(({ code, path }) => `${code} ${path}`) : verdict.ok
}

describe('errors', () => {
  it('lists every error with its JSON path, a missing field under its own name', () => {
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

  it('names the values an enumeration allows', () => {
    expect(validateSchema({ enum: ['a', 'b'] }, 'c')).toMatchObject({
      errors: [{ message: expect.stringContaining('["a","b"]') }],
    })
  })

  it('lists at most a hundred errors and counts the rest', () => {
    const verdict = validateSchema({ items: { type: 'string' } }, Array(150).fill(1))
    if (verdict.ok !== false) throw new Error('expected faults')
    expect(verdict.errors).toHaveLength(SCHEMA_ERRORS_MAX + 1)
    expect(verdict.errors.at(-1)).toEqual({ code: 'more_errors', path: '$', message: '50 more faults are not listed' })
  })

  it('stops at the first error of an output too large to list them', () => {
    expect(pathsOf({ items: { type: 'string' } }, Array(200_000).fill(1))).toEqual(['type $[0]', 'more_errors $'])
  })

  it('never lets an absent output pass', () => {
    expect(pathsOf({}, undefined)).toEqual(['missing $'])
    expect(pathsOf({}, null)).toBe(true)
  })

  it('treats inherited names as absent', () => {
    expect(pathsOf({ required: ['toString'] }, {})).toEqual(['required $.toString'])
  })

  it.each([
    ['date', '2024-02-29', '2024-02-30'],
    ['date-time', '2016-12-31T23:59:60Z', '2016-12-31T24:59:60+01:00'],
    ['date-time', '1985-04-12t23:20:50+01:00', '1985-04-12T23:20:50+01'],
    ['time', '23:20:50.5Z', '23:20:50'],
    ['duration', 'P1Y2M3DT4H5M6S', 'P1Y2D'],
    ['duration', 'P4W', 'PT1H2S'],
    ['uuid', '2EB8AA08-aa98-11ea-b4aa-73b441d16380', 'urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380'],
    ['hostname', 'www.example.com', 'example.'],
  ])('checks the format %s: %s is valid, %s is not', (format, good, bad) => {
    expect(pathsOf({ format }, good)).toBe(true)
    expect(pathsOf({ format }, bad)).toEqual(['format $'])
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

  it('keeps two patterns of one schema separate', () => {
    const schema = { properties: { a: { pattern: '^a+b*$' }, c: { pattern: '^c+d*$' } } }
    expect(pathsOf(schema, { a: 'ab', c: 'ab' })).toEqual(['pattern $.c'])
  })

  it('never passes an output whose pattern cannot be decided', () => {
    expect(validateSchema({ pattern: '^(.+)-(.+)-\\1$' }, 'a-b-a').ok).toBe('schema_error')
  })
})

describe('drafts', () => {
  const tuple = { items: [{ type: 'string' }] }

  it('defaults to draft 2020-12', () => {
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

describe('unevaluatedProperties', () => {
  const needs = (name: string) => ({ properties: { [name]: { type: 'string' } }, required: [name] })
  const when = (branches: [string, unknown][]) => ({
    if: needs('iban'),
    ...Object.fromEntries(branches),
    unevaluatedProperties: false,
  })

  it.each([
    ['properties of a condition are evaluated when it is true', when([]), { iban: 'x' }, true],
    [
      'they are evaluated together with those of its branch',
      when([['then', needs('bank')]]),
      { iban: 'x', bank: 'y' },
      true,
    ],
    ['those of a missing branch are not evaluated', when([['then', needs('bank')]]), { iban: 'x' }, false],
    ['they are not evaluated when it is false', when([['else', needs('bank')]]), { iban: 1, bank: 'y' }, false],
    ['the other branch is evaluated when it is false', when([['else', needs('bank')]]), { bank: 'y' }, true],
    [
      'a value that looks like a schema is treated as a value',
      { ...when([]), if: { const: { if: 1 } } },
      { if: 1 },
      false,
    ],
  ])('%s', async (_, schema, value, expected) => {
    await precompileSchema(schema)
    expect(validateSchema(schema, value).ok).toBe(expected)
  })
})

it('resolves a dynamic reference within one document like a plain one', async () => {
  const schema = { $dynamicAnchor: 'node', properties: { name: { type: 'string' }, child: { $dynamicRef: '#node' } } }
  await precompileSchema(schema)
  expect(pathsOf(schema, { name: 'a', child: { name: 1 } })).toEqual(['type $.child.name'])
  const items = { items: { $dynamicRef: '#item' }, $defs: { item: { $dynamicAnchor: 'item', type: 'string' } } }
  await precompileSchema(items)
  expect(pathsOf(items, ['a', 1])).toEqual(['type $[1]'])
})

it('ignores siblings of a reference in draft 7, but resolves definitions next to it', () => {
  const definitions = { text: { type: 'string' } }
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $ref: '#/definitions/text',
    maxLength: 1,
    definitions,
  }
  expect(pathsOf(schema, 'long')).toBe(true)
  expect(pathsOf(schema, 1)).toEqual(['type $'])
  const { $schema: _, ...newer } = schema
  expect(pathsOf(newer, 'long')).toEqual(['maxLength $'])
})

it('allows a property named __proto__', () => {
  const schema = JSON.parse(
    '{"properties":{"__proto__":{"type":"number"},"a":{"type":"number"}},"additionalProperties":false}',
  )
  expect(validateSchema(schema, JSON.parse('{"__proto__":1,"a":1}')).ok).toBe(true)
  expect(validateSchema(schema, JSON.parse('{"__proto__":"x"}')).ok).toBe(false)
  expect(validateSchema(schema, {}).ok).toBe(true)
})

describe('unusable schemas are neither valid nor invalid', () => {
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
    ['a dangling reference', { $ref: '#/$defs/none' }],
    ['an unknown draft', { $schema: 'http://json-schema.org/draft-04/schema#' }],
    ['a cycle', cyclic],
    ['20,000 levels', deep],
  ])('%s', (_name, schema) => {
    expect(validateSchema(schema, {})).toMatchObject({ ok: 'schema_error', message: expect.stringMatching(/./) })
  })

  it('keeps schemas with the same $id separate', () => {
    const $id = 'https://example.com/a'
    expect(pathsOf({ $id, type: 'string' }, 1)).toEqual(['type $'])
    expect(pathsOf({ $id, type: 'number' }, 1)).toBe(true)
  })

  it('gives the same result for a cached schema, even after many others', () => {
    const schema = { type: 'integer' }
    expect(pathsOf(schema, 1.5)).toEqual(['type $'])
    for (let index = 0; index < 300; index++) validateSchema({ title: String(index) }, 1)
    expect(pathsOf(schema, 1.5)).toEqual(['type $'])
  })
})

it.each([{ type: 'object' }, { $ref: '#/a', a: {} }])('rejects a draft that is no text: %j', (rest) => {
  expect(validateSchema({ $schema: { toString: 1 }, ...rest }, {})).toMatchObject({ ok: 'schema_error' })
})
