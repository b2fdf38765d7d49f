import { describe, expect, it } from 'vitest'
import type { SchemaObject } from '@/lib/contracts/openapi'
import { limitsOf, objectsIn, typeParts, valuesOf } from './describe-schema'

const words = (schema: SchemaObject) =>
  typeParts(schema)
    .map(({ text }) => text)
    .join('')
const object = (...names: string[]): SchemaObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})

describe('typeParts', () => {
  it.each<[SchemaObject, string]>([
    [{}, 'any JSON'],
    [{ type: 'string' }, 'string'],
    [{ type: 'string', format: 'date-time' }, 'time'],
    [{ type: ['number', 'null'] }, 'number or null'],
    [{ type: 'array', items: { type: 'string' } }, 'list of string'],
    [{ type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }] }, '[number, number]'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'object of number'],
    [{ type: 'object', additionalProperties: {} }, 'object'],
    [{ type: 'boolean', const: true }, 'true'],
    [{ anyOf: [{ $ref: '#/components/schemas/RunRow' }, { type: 'null' }] }, 'RunRow or null'],
    [{ anyOf: [object('a'), object('b')] }, 'object'],
  ])('%j is %s', (schema, expected) => {
    expect(words(schema)).toBe(expected)
  })

  it('links to a named schema', () => {
    expect(typeParts({ type: 'array', items: { $ref: '#/components/schemas/RunRow' } })).toEqual([
      { text: 'list of ' },
      { text: 'RunRow', shape: 'RunRow' },
    ])
  })
})

it.each<[SchemaObject, string[]]>([
  [{ minimum: 0, maximum: 1 }, ['0 to 1']],
  [{ minimum: 0 }, ['at least 0']],
  [{ exclusiveMinimum: 0, maximum: 2160 }, ['at most 2,160', 'more than 0']],
  [{ minLength: 1, maxLength: 200 }, ['1 to 200 characters']],
  [{ minLength: 0, maxLength: 200 }, ['at most 200 characters']],
  [{ maxItems: 50, default: [] }, ['at most 50 items', 'default []']],
  [{ default: 'newest' }, ['default "newest"']],
  [{ type: 'string' }, []],
])('limitsOf describes %j as %j', (schema, expected) => {
  expect(limitsOf(schema)).toEqual(expected)
})

it('valuesOf lists the enum values of a field, or of the items of a list', () => {
  expect(valuesOf({ type: 'string', enum: ['good', 'poor'] })).toEqual(['good', 'poor'])
  expect(valuesOf({ type: 'array', items: { enum: ['a', null] } })).toEqual(['a', 'null'])
})

describe('objectsIn', () => {
  it('finds the value itself, the items of a list, and the values of a map', () => {
    const inner = object('a')
    for (const schema of [inner, { type: 'array', items: inner }, { type: 'object', additionalProperties: inner }])
      expect(objectsIn(schema)).toEqual([{ title: null, schema: inner }])
    expect(objectsIn({ type: 'string' })).toEqual([])
  })

  it('finds each alternative and gives it a distinct title', () => {
    const kinds: SchemaObject[] = [
      { type: 'object', properties: { kind: { enum: ['a', 'b'] } } },
      object('runs'),
      { ...object('id'), title: 'RunInput' },
    ]
    expect(objectsIn({ anyOf: kinds }).map(({ title }) => title)).toEqual(['kind is a or b', 'With runs', 'RunInput'])
  })
})
