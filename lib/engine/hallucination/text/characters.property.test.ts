import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CodeSet, codesOf } from './characters'

const text = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  // Long, and outside of ASCII only in one place, or cut within a character.
  fc
    .tuple(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom('', 'é', '’', '日', '🚀', '\ud83d'))
    .map(([length, odd]) => `${'a'.repeat(length)}${odd}b`),
)

it('the codes of a text are those of its characters, whatever was read before', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      codesOf(other)
      expect([...codesOf(one)]).toEqual(Array.from({ length: one.length }, (_, at) => one.charCodeAt(at)))
    }),
    { numRuns: 60 },
  )
})

it('a set of characters has these and no others, and nothing outside of a text', () => {
  const signs = new CodeSet('a€−')
  expect([...'a€−b$'].map((one) => signs.has(one.charCodeAt(0)))).toEqual([true, true, true, false, false])
  expect(signs.has('a'.charCodeAt(1))).toBe(false)
})
