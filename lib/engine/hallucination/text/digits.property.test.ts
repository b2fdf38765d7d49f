import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TokenTable } from '../words/tokens'
import { Vocabulary } from '../words/vocabulary'
import { ADDRESS, AFTER_SIGN, BESIDE_CAPITAL, DATE, digitTraitsOf, FOUR } from './digits'
import { identifiersIn } from './references'
import { clausesOf, sentencesOf } from './sentences'

const sign = fc.constantFrom(...'0123456789', ...'-_./,:#@ \n', ...'AZaz', 'É', 'é', '😀', "'", '\u0301')
const written = fc.constantFrom(
  ...[
    'HAT123',
    '#INV-1042',
    'a_b_421',
    'me@x.org',
    '10.0.0.1',
    'order OWZ4XL',
    'booking: 4XLQ7',
    '03.03.2021',
    '3/3/21',
  ],
  ...[
    '2021-03-03',
    '1.2.3',
    '12 items',
    '7 days',
    '19 ',
    '20 ',
    'x12 ',
    '3.5',
    '1,234.5',
    'v1.2',
    'Done.Then 3.',
    '5kg',
  ],
)
const text = fc.array(fc.oneof(sign, written), { maxLength: 40 }).map((parts) => parts.join(''))

describe('what stands beside digits', () => {
  it.each([
    ['a capital', BESIDE_CAPITAL, /[A-Z]\d|\d[A-Z]/],
    ['a sign before them', AFTER_SIGN, /(?:[A-Z_-]|[^\0-\x7F])\d/],
    ['the signs of a date', DATE, /([-./])(?<=\d.)\d{1,2}\1\d/],
    ['the points of an address', ADDRESS, /\d\.\d{1,3}\.\d/],
    ['four of them in a row', FOUR, /\d{4}/],
  ])('%s is told as by a pattern', (_what, trait, pattern) => {
    fc.assert(
      fc.property(text, (one) => {
        expect((digitTraitsOf(one) & trait) !== 0).toBe(pattern.test(one))
      }),
      { numRuns: 400 },
    )
  })

  it('is the same where the words are read', () => {
    fc.assert(
      fc.property(text, (one) => {
        const table = new TokenTable(one, new Vocabulary())
        for (const clause of clausesOf(one, sentencesOf(one)))
          table.read(clause.start, clause.start + clause.text.length)
        expect(table.digits).toBe(digitTraitsOf(one))
      }),
      { numRuns: 400 },
    )
  })

  it('hides no identifier', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(identifiersIn(one)).toEqual(identifiersIn(one, -1))
      }),
      { numRuns: 400 },
    )
  })
})
