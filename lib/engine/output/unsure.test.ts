import { describe, expect, it } from 'vitest'
import { validateSchema } from './schema'

describe('what the validator may misread', () => {
  const number = { type: 'number' }
  const list = (itemType: object) => ({ $id: 'list', items: { $dynamicRef: '#item' }, $defs: { itemType } })
  const rivals = {
    $id: 'https://example.com/main',
    $ref: 'list',
    $defs: {
      list: list({ $dynamicAnchor: 'item' }),
      numbers: { $id: 'numbers', $defs: { itemType: { $dynamicAnchor: 'item', ...number } }, $ref: 'list' },
    },
  }

  it.each<[string, object, unknown]>([
    ['contains beside it', { contains: number, unevaluatedItems: false }, [1, 'x']],
    ['contains further in', { allOf: [{ contains: number }], unevaluatedItems: false }, [1, 'x']],
    [
      'contains behind a reference',
      { $ref: '#/$defs/a', unevaluatedItems: false, $defs: { a: { contains: number } } },
      [1, 'x'],
    ],
    [
      'contains behind an anchor',
      { $ref: '#a', unevaluatedItems: false, $defs: { a: { $anchor: 'a', contains: number } } },
      [1, 'x'],
    ],
    [
      'items in one branch',
      { anyOf: [{ items: { type: 'string' } }, true], unevaluatedItems: { type: 'boolean' } },
      ['yes', false],
    ],
    ['items under a condition', { if: { prefixItems: [number] }, unevaluatedItems: false }, ['x']],
    ['it within a property', { properties: { a: { contains: number, unevaluatedItems: false } } }, { a: [1, 'x'] }],
    [
      'an embedded schema',
      { $ref: 'b', unevaluatedItems: false, $defs: { b: { $id: 'b', contains: number } } },
      [1, 'x'],
    ],
    ['rival dynamic anchors', rivals, ['x']],
  ])('is not called valid: %s', (_, schema, wrong) => {
    expect(validateSchema(schema, wrong).ok).not.toBe(true)
  })

  it('is told as a check that cannot be made', () => {
    const found = validateSchema({ contains: number, unevaluatedItems: false }, [1, 'x'])
    expect(found).toMatchObject({ ok: 'schema_error', message: expect.stringContaining('cannot be checked') })
  })

  it('is invalid where the validator says so', () => {
    expect(validateSchema({ contains: number, unevaluatedItems: false }, ['x']).ok).toBe(false)
  })

  it.each<[string, object, unknown]>([
    ['a list without items', { contains: number, minContains: 0, unevaluatedItems: false }, []],
    ['no list at all', { properties: { a: { contains: number, unevaluatedItems: false } } }, { b: { c: 'x' } }],
    ['contains alone', { contains: number }, [1, 'x']],
    ['contains on an item', { prefixItems: [{ contains: number }], unevaluatedItems: false }, [[1, 'x']]],
    ['contains in what must not hold', { not: { contains: number }, unevaluatedItems: { type: 'string' } }, ['x']],
    ['items that count for every value', { allOf: [{ prefixItems: [number] }], unevaluatedItems: false }, [1]],
    [
      'branches that leave items alone',
      { prefixItems: [number], anyOf: [{ minItems: 1 }, true], unevaluatedItems: false },
      [1],
    ],
    ['a schema that refers to itself', { prefixItems: [{ $ref: '#' }], unevaluatedItems: false }, [[]]],
    ['nothing left out', { contains: number, unevaluatedItems: true }, [1, 'x']],
  ])('is not %s, which is valid', (_, schema, right) => {
    expect(validateSchema(schema, right)).toEqual({ ok: true })
  })
})
