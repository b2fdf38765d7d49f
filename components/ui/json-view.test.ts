import { describe, expect, it } from 'vitest'
import { childPath, isFoldable, outlineOf, startsOpen } from './json-view'

describe('JSON outline', () => {
  it('formats paths as valid accessors, quoting keys that are not identifiers', () => {
    expect(childPath('$', 'a', false)).toBe('$.a')
    expect(childPath('$.a', '0', true)).toBe('$.a[0]')
    expect(childPath('$', '0', false)).toBe('$["0"]')
    expect(childPath('$', 'odd "key"', false)).toBe('$["odd \\"key\\""]')
  })

  it('starts large or deep branches folded and small ones open', () => {
    expect(startsOpen({ a: 1 }, 0)).toBe(true)
    expect(startsOpen({ a: 'x'.repeat(5000) }, 1)).toBe(false)
    expect(startsOpen(Array.from({ length: 41 }), 0)).toBe(false)
    expect(startsOpen({ a: 1 }, 2)).toBe(false)
  })

  it('does not fold empty or primitive values', () => {
    for (const value of [{}, [], null, 0, '', false]) expect(isFoldable(value)).toBe(false)
    expect(outlineOf([1])).toBe('[ 1 item ]')
    expect(outlineOf({ a: 1, b: 2 })).toBe('{ 2 keys }')
  })
})
