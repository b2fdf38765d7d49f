import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digitValuesIn, numbersIn, numberWordsIn, spelledNumbersIn } from '../numbers/read-numbers'
import { countWords, isEnglish } from '../text/english'
import { clausesOf, sentencesOf } from '../text/sentences'
import { TokenTable } from './tokens'
import { Vocabulary } from './vocabulary'
import { toTextWords, wordsOf } from './word-list'

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
    'U.S.',
    '?',
    '.”',
    '\n',
    '\n\n',
    '\n- ',
    '\n1. ',
    'e.g.',
    '$12.50',
    '€ 5',
    '-3',
    '+4 million',
    '5 %',
    '12 percent',
    '5k',
    '7 kg',
    '12 km/h',
    '12:30',
    '3-day',
    'twelve',
    'One',
    'dozen',
    'https://a.b/c?d',
    'http://',
    'www.',
    'www.x',
    "isn't",
    'the',
    'of',
    '\ud83d',
    '日本',
    '3億円',
    '12万',
    'は',
    '٣',
    '\u00a0',
    '.',
    ',',
  ],
)
const sign = '[\\u3005\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff]'
/** A letter of a word; a Chinese or Japanese sign is a word by itself. */
const letter = `(?!${sign})\\p{L}`
const text = fc
  .array(fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 6 }), fc.string({ maxLength: 8 })), { maxLength: 25 })
  .chain((parts) => fc.constantFrom('', ' ', '.', "'").map((between) => parts.join(between)))

const numberWords = new Map([
  ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety hundred'
    .split(' ')
    .map((word, place) => [word, 10 * (place + 2)] as const),
  ['dozen', 12],
])

describe('the single-pass readers', () => {
  it('read the pieces that a pattern finds, each in one token', () => {
    const piece = new RegExp(
      `(?:https?:\\/\\/|www\\.)[^\\s<>"']+|(?<!(?:${letter}|[\\d_])[.,]?)\\d+(?:,\\d{3})*(?:\\.\\d+)?|(?:[A-Z]\\.){2,}|${letter}(?:${letter}|[\\p{M}\\d_])*(?:['’](?:${letter})+)*|${sign}`,
      'gu',
    )
    fc.assert(
      fc.property(text, (said) => {
        const table = new TokenTable(said, new Vocabulary())
        table.read(0, said.length)
        const tokens = table.tokens(0, table.size, 0)
        const pieces = [...said.matchAll(piece)].map(({ 0: written, index }) => ({
          start: index,
          end: index + written.length,
        }))
        const starts = new Set(pieces.map(({ start }) => start))
        for (const { kind, start } of tokens) if (kind !== 'date') expect(starts).toContain(start)
        // A number and its unit, or a date, is one token of several pieces.
        for (const { start, end } of pieces)
          expect(
            tokens.some(
              (token) =>
                token.start <= start && (token.end >= end || token.kind === 'date' || token.number?.unit === 'clock'),
            ),
          ).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('find the same words as patterns, as written and in lower case', () => {
    const word = new RegExp(`(?:${letter}|\\d)+|${sign}`, 'gu')
    fc.assert(
      fc.property(text, (said) => {
        const table = new TokenTable(said, new Vocabulary())
        for (const { start, text } of clausesOf(said, sentencesOf(said))) table.read(start, start + text.length)
        const { written, lower } = toTextWords(said, table.words.written())
        const isWord = (word: string) => !/^\d/.test(word)
        expect(new Set(written)).toEqual(new Set(said.match(word)?.filter(isWord)))
        expect(new Set([...lower()].filter(isWord))).toEqual(new Set(wordsOf(said).filter(isWord)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('find the same numbers as patterns, with their context', () => {
    const shape = new RegExp(
      `(?<![\\w.,:/#\\-–]|\\[\\^?)([$€£¥])? ?([-+−]?(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?)(?: ?(thousand|millions|million|billion|trillion|bn|mn|k|m|b)(?!${letter}|\\d|_)|(千|万|億))?(?: ?(%)| (percent)\\b|[ -]?(${letter}(?:${letter}|['-])*)|(${sign}))?(?![\\d:/])`,
      'giu',
    )
    const sizes: Record<string, number> = {
      k: 1e3,
      m: 1e6,
      mn: 1e6,
      million: 1e6,
      b: 1e9,
      bn: 1e9,
      千: 1e3,
      万: 1e4,
      億: 1e8,
    }
    fc.assert(
      fc.property(text, (said) => {
        const expected = [...said.matchAll(shape)].map((match) => {
          const [whole, currency, digits = '', scale, mark, percentSign, percent, word, single] = match
          const size = sizes[(scale ?? mark)?.toLowerCase() ?? ''] ?? 1
          const value = Number(digits.replaceAll(',', '').replace('−', '-')) * size
          const unit = (percentSign ?? percent) ? '%' : (currency ?? (word ?? single)?.toLowerCase() ?? '')
          return [match.index + (whole.length - whole.trimStart().length), value, unit]
        })
        expect(numbersIn(said).map(({ start, value, unit }) => [start, value, unit])).toEqual(expected)
        const plain = (said.match(/\d+(?:\.\d+)?/g) ?? []).map(Number)
        const named = (said.match(/\b[a-z]+\b/gi) ?? []).flatMap((word) => numberWords.get(word.toLowerCase()) ?? [])
        expect(digitValuesIn(said)).toEqual(plain)
        expect(numberWordsIn(said)).toEqual(named)
      }),
      { numRuns: 2_000 },
    )
  })

  it('find the same numbers in words as a pattern, with their units', () => {
    const words = [...numberWords.keys()].filter((word) => word !== 'zero' && word !== 'one').join('|')
    const shape = new RegExp(`\\b(${words})\\b(?:[ -]((?:${letter})+))?`, 'giu')
    const spelled = fc.array(fc.oneof(odd, fc.constantFrom('two', 'sixty', 'five', '-', ' ', 'étages', '_')), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          spelled.map((parts) => parts.join(' ')),
          spelled.map((parts) => parts.join('')),
        ),
        (said) => {
          const expected = [...said.matchAll(shape)].map(({ 0: whole, 1: word = '', 2: unit = '', index }) => {
            return [index, index + whole.length, numberWords.get(word.toLowerCase()) ?? 0, unit.toLowerCase()]
          })
          expect(spelledNumbersIn(said).map((one) => [one.start, one.end, one.value, one.unit])).toEqual(expected)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('split a text into the same sentences as a pattern', () => {
    const between =
      /(?<=[。！？])(?=[^\s」』”）])|(?=\s)(?<=[.!?]["'”’)\]]{0,3})\s+(?=["'“‘([]?[A-Z0-9\p{Lu}])|\n\s*\n|\n(?=\s*(?:[-*•#|>]|\d+[.)])\s)/gu
    const abbreviation =
      /\b(?:e\.g|i\.e|etc|vs|cf|no|fig|dr|mr|mrs|ms|prof|st|inc|ltd|jr|sr|approx|al|eq|sec|vol|(?<!°)[A-Z])\.$/i
    fc.assert(
      fc.property(text, (said) => {
        const cuts = [...said.matchAll(between)].filter(
          ({ 0: space, index }) =>
            space.includes('\n') || !abbreviation.test(said.slice(Math.max(0, index - 12), index)),
        )
        const parts = [0, ...cuts.map(({ 0: space, index }) => index + space.length)].map((start, at) =>
          said.slice(start, cuts[at]?.index ?? said.length).trim(),
        )
        expect(sentencesOf(said).map((one) => one.text)).toEqual(parts.filter((part) => part !== ''))
        for (const { start, text } of sentencesOf(said)) expect(said.slice(start, start + text.length)).toBe(text)
      }),
      { numRuns: 2_000 },
    )
  })

  it('recognize English in any case', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(odd, fc.constantFrom('the', 'of', 'and', 'house')), { minLength: 14 }), (words) => {
        const said = words.join(' ')
        expect(isEnglish(said.toLowerCase())).toBe(isEnglish(said))
        expect(isEnglish(said, () => countWords(said))).toBe(isEnglish(said))
      }),
      // Letters whose lower case is plain ASCII.
      { examples: [[['İzmir', 'house']], [['\u212A', 'house']]] },
    )
  })
})
