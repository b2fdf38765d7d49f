import { describe, expect, it } from 'vitest'
import { childPath, isFoldable, outlineOf, startOfLeaf, startsOpen } from './json-view'

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

  it('cuts a text neither inside an escape nor inside a character', () => {
    const starts = (text: string) => {
      const json = JSON.stringify(text)
      return Array.from({ length: json.length }, (_, max) => startOfLeaf(json, max))
    }
    for (const text of ['a\n\\\\"\u0001b', '\\u00', '\ud800x', '\\\\n'])
      for (const start of starts(text)) if (start !== '') expect(() => JSON.parse(`${start}"`)).not.toThrow()
    expect(starts('e\u0301👩‍👩‍👧!')).not.toContainEqual(expect.stringMatching(/(?:^"e|👩|‍)$/u))
  })

  it('does not fold empty or primitive values', () => {
    for (const value of [{}, [], null, 0, '', false]) expect(isFoldable(value)).toBe(false)
    expect(outlineOf([1])).toBe('[ 1 item ]')
    expect(outlineOf({ a: 1, b: 2 })).toBe('{ 2 keys }')
  })
})
