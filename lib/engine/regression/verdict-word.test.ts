import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSettled, wordOf } from './verdict-word'

it.each([
  ['regression', 0.95, 'regressed'],
  ['regression', 0.9, 'regressed'],
  ['regression', 0.89, 'inconclusive'],
  ['regression', 0.02, 'inconclusive'],
  ['ok', 0.02, 'not_worse'],
  ['ok', 0.1, 'not_worse'],
  ['ok', 0.11, 'inconclusive'],
  ['ok', 0.97, 'inconclusive'],
  ['ok', null, 'inconclusive'],
  ['insufficient_sample', 0.99, 'insufficient'],
  ['no_baseline', null, 'no_baseline'],
] as const)('%s at a chance of %d is %s', (verdict, exceeds, word) => {
  expect(wordOf(verdict, exceeds)).toBe(word)
})

it('never contradicts the rule, and is decisive only when the odds are settled', () => {
  fc.assert(
    fc.property(fc.constantFrom('regression', 'ok'), fc.double({ min: 0, max: 1, noNaN: true }), (verdict, exceeds) => {
      const word = wordOf(verdict, exceeds)
      expect(word).not.toBe(verdict === 'regression' ? 'not_worse' : 'regressed')
      if (word !== 'inconclusive') expect(isSettled(exceeds)).toBe(true)
    }),
  )
})
