import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forEachPiece } from './pieces'
import { isEnglish, readWords, wordsOf } from './words'

const odd = fc.constantFrom(
  ...[
    "Bob's",
    'it’s',
    "'sé",
    "'s_",
    's',
    'S',
    'İzmir',
    'ΑΣ',
    'K',
    'ſept',
    'é',
    '𝒜b',
    '🚀',
    'e\u0301',
    '_',
    'x_1',
    '12',
    '1,000',
    '1,00',
    '3.14',
  ],
  ...[
    '1.2.3',
    'a.5',
    'U.S.A.',
    'U.S',
    'https://a.b/c?d',
    'http://',
    'www.',
    'www.x',
    "isn't",
    'the',
    'of',
    '\ud83d',
    '日本',
    '٣',
    '\u00a0',
    '.',
    ',',
  ],
)
const text = fc
  .array(fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 6 }), fc.string({ maxLength: 8 })), { maxLength: 25 })
  .chain((parts) => fc.constantFrom('', ' ', '.', "'").map((between) => parts.join(between)))

describe('one walk through a text', () => {
  it('finds the pieces that a pattern finds', () => {
    const piece =
      /(?:https?:\/\/|www\.)[^\s<>"']+|(?<![\p{L}\d_][.,]?)\d+(?:,\d{3})*(?:\.\d+)?|(?:[A-Z]\.){2,}|\p{L}[\p{L}\p{M}\d_]*(?:['’]\p{L}+)*/gu
    fc.assert(
      fc.property(text, (said) => {
        const found: [number, string][] = []
        forEachPiece(said, (_, start, end) => found.push([start, said.slice(start, end)]))
        expect(found).toEqual([...said.matchAll(piece)].map((match) => [match.index, match[0]]))
      }),
      { numRuns: 2_000 },
    )
  })

  it('finds the words that patterns find, as they are written and in lower case', () => {
    fc.assert(
      fc.property(text, (said) => {
        const { written, lower } = readWords(said)
        expect(new Set(written)).toEqual(new Set(said.match(/[\p{L}\d]+/gu)))
        expect(new Set(lower())).toEqual(new Set(wordsOf(said)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('takes a text for English whatever its case', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(odd, fc.constantFrom('the', 'of', 'and', 'house')), { minLength: 14 }), (words) => {
        const said = words.join(' ')
        expect(isEnglish(said.toLowerCase())).toBe(isEnglish(said))
      }),
    )
  })
})
