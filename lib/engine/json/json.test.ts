import { describe, expect, it } from 'vitest'
import { deepEqual } from './diff'
import { hasType, isEmpty, isMissing, lookup, parsePath, typeOf, valueAt } from './path'

describe('paths', () => {
  it.each([
    ['a', ['a']],
    ['a.b[0].c', ['a', 'b', '0', 'c']],
    ['[2].x', ['2', 'x']],
    ['a[0][1]', ['a', '0', '1']],
    ['', null],
    ['a..b', null],
    ['a.', null],
    ['.a', null],
    ['a[', null],
    ['a[-1]', null],
    ['a.[0]', null],
  ])('parses %j as %j', (path, steps) => {
    expect(parsePath(path)).toEqual(steps)
  })

  it('finds values through objects and lists', () => {
    expect(valueAt({ a: { b: [{ c: 5 }] } }, 'a.b[0].c')).toBe(5)
  })

  it.each(['constructor', '__proto__', 'toString.name', 'list.length', 'text.length', 'list[9]', 'text[0]'])(
    'never resolves %s, which is not in the data',
    (path) => {
      expect(valueAt({ list: [1], text: 'abc' }, path)).toBeUndefined()
    },
  )

  it('finds a member whose name looks like a path', () => {
    expect(valueAt({ 'gen_ai.model': 'm' }, 'gen_ai.model')).toBe('m')
    expect(valueAt({ 'odd[': 1 }, 'odd[')).toBe(1)
  })
})

describe('lookup', () => {
  const execution = {
    title: null,
    results: { n1: { result: { title: 'from a node', deep: { x: 0 } } }, n2: null },
    context: { title: 'from the context', locale: 'de' },
  }

  it.each([
    ['title', 'from a node', 'n1'],
    ['deep.x', 0, 'n1'],
    ['locale', 'de', null],
    ['results.n1.result.deep.x', 0, null],
    ['absent', undefined, null],
  ])('finds %s', (path, value, nodeId) => {
    expect(lookup(execution, path)).toEqual({ value, nodeId })
  })

  it('prefers the result itself, then nodes, then the context', () => {
    expect(lookup({ ...execution, title: 'own' }, 'title').value).toBe('own')
    expect(lookup({ ...execution, results: {} }, 'title').value).toBe('from the context')
  })
})

describe('presence', () => {
  it.each([0, false, '', [], {}])('treats %j as present', (value) => {
    expect(isMissing(value)).toBe(false)
  })

  it.each([undefined, null])('treats %j as missing', (value) => {
    expect(isMissing(value)).toBe(true)
  })

  it.each([
    ['', true],
    [[], true],
    [{}, true],
    [' ', false],
    [0, false],
    [false, false],
    [[0], false],
  ])('decides whether %j is empty', (value, expected) => {
    expect(isEmpty(value)).toBe(expected)
  })
})

describe('types', () => {
  it.each([
    ['x', 'string'],
    [1, 'number'],
    [1.5, 'number'],
    [true, 'boolean'],
    [[], 'array'],
    [{}, 'object'],
    [null, 'null'],
  ])('of %j is %s', (value, expected) => {
    expect(typeOf(value)).toBe(expected)
  })

  it('accepts whole numbers as integer and as number, and fractions as number only', () => {
    expect([hasType(7, 'integer'), hasType(7, 'number'), hasType(7.5, 'integer')]).toEqual([true, true, false])
  })
})

describe('equality', () => {
  it.each([
    [0.1 + 0.2, 0.3, true],
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, false],
    [[1, 2], [2, 1], false],
    ['1', 1, false],
    [null, undefined, false],
    [{}, [], false],
  ])('compares %j with %j', (left, right, expected) => {
    expect(deepEqual(left, right)).toBe(expected)
  })
})
