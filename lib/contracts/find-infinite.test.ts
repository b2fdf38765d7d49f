import { describe, expect, it } from 'vitest'
import { findInfinite } from './find-infinite'
import { json } from './primitives'

describe('findInfinite', () => {
  it.each<[unknown, (string | number)[] | null]>([
    ['1e400', []],
    ['-1e400', []],
    ['{"a": [1, {"b.c": 1e309}]}', ['a', 1, 'b.c']],
    ['[[], {"": [0, 1e999]}]', [1, '', 1]],
    ['{"__proto__": 1e400}', ['__proto__']],
    ['{"a": 1.7976931348623157e308, "b": "1e400", "c": null, "d": [-0, 5e-324, 1e-400]}', null],
    ['"Infinity"', null],
  ])('finds in %s the path %j', (text, path) => {
    expect(findInfinite(JSON.parse(String(text)))).toEqual(path)
  })

  it('reads any depth', () => {
    const depth = 50_000
    const found = findInfinite(JSON.parse(`${'['.repeat(depth)}1e400${']'.repeat(depth)}`))
    expect(found).toHaveLength(depth)
  })
})

it('a JSON value of a contract is refused with the path of a number that cannot be stored', () => {
  expect(json.safeParse(JSON.parse('{"a": [1e400]}'))).toMatchObject({
    success: false,
    error: { issues: [{ path: ['a', 0], message: expect.stringContaining('beyond what can be stored') }] },
  })
  expect(json.parse({ a: [1, null, 'x'] })).toEqual({ a: [1, null, 'x'] })
})
