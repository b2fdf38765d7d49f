import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TokenTable } from '../words/tokens'
import { CHANGE, ENDING, EXTREME, ORDER, ORDINAL, SEQUENCE, SUPERLATIVE, WINNING } from '../words/traits'
import { Vocabulary } from '../words/vocabulary'
import { mayTellChange } from './changes'
import { mayBeDated } from './dated-events'
import { mayTellEnd } from './never-begun'
import { mayHaveOrdinal } from './numbered-items'
import { mayNameHolder } from './only-holder'
import { mayTellWinner } from './scores'
import { mayTellSequence } from './sequence'
import { hasSuperlative } from './superlatives'

const words = [
  ...['beat', 'defeats', 'win', 'Won', 'won’t', 'lost', 'W.I.N.', 'before', 'After', 'AFTERWARDS', 'then', 'than'],
  ...['earlier', 'Monday', 'sundays', 'rises', 'grew', 'well-risen', 'é-fell', 'érose', '5drops', 'improved', 'Shrank'],
  ...['passes', 'Failed', 'ended', 'unfinished', 'most', 'moſt', 'LEAST', 'largest', 'manifest', 'tests', 'main'],
  ...['the', 'The', 'his', 'first', 'second', 'last', 'https://a.b/won', 'www.a.b', '12', '日本', 'Leeds', 'ship'],
]
const gaps = [' ', ' ', ' ', ' ', '. ', ', ', '-', '\n', '"', '’', '_', '']
const texts = fc
  .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...gaps)), { maxLength: 12 })
  .map((parts) => parts.flat().join(''))

const checks: readonly (readonly [name: string, trait: number, check: (text: string) => boolean])[] = [
  ['a winner', WINNING, mayTellWinner],
  ['a sequence', SEQUENCE, mayTellSequence],
  ['an order', ORDER, mayBeDated],
  ['a change', CHANGE, mayTellChange],
  ['an end', ENDING, mayTellEnd],
  ['a holder', EXTREME, mayNameHolder],
  ['a superlative', SUPERLATIVE, hasSuperlative],
  ['a place in a row', ORDINAL, mayHaveOrdinal],
]

describe('a text that may tell of', () => {
  it.each(checks)('%s has a word with the trait', (_, trait, check) => {
    fc.assert(
      fc.property(texts, (text) => {
        const table = new TokenTable(text, new Vocabulary())
        table.read(0, text.length)
        expect(check(text) && (table.words.traits & trait) === 0).toBe(false)
        expect(table.traits).toBe(table.words.traits)
      }),
      { numRuns: 500 },
    )
  })
})
