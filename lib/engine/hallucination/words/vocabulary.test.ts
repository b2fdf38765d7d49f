import { describe, expect, it } from 'vitest'
import { TokenTable } from './tokens'
import { CERTAINTY, LIST_HEADING, SCALE, STATE } from './traits'
import { Vocabulary } from './vocabulary'

function read(text: string): TokenTable {
  const table = new TokenTable(text, new Vocabulary())
  table.read(0, text.length)
  return table
}

const certain =
  'It is definitely so|undoubtedly|Undeniably|inevitable|there is no doubt|there can be absolutely no question|unquestionably|indisputably|without any doubt|beyond doubt|100 % certain|100% sure|100% accurate|100 % reliable|100% guaranteed|absolutely certain|guaranteed to|guarantee to|is guaranteed|will always|will never|always works|never fails|impossible to fail|it is certain that|certainly will|is certain to|with certainty|for sure|certainly|surely|proven beyond'
const states =
  'is enabled|was DISABLED|are valid|is invalid|possible|impossible|required|optional|safe|unsafe|true|false|open|closed|synchronous|asynchronous|compatible|incompatible|deterministic|nondeterministic|mutable|immutable|correct|incorrect|complete|incomplete|successful|unsuccessful|supported|unsupported'
const scales = 'in millions of euros|In EUR million|(€m)|(EURm)|in thousand|in CHF bn|in dollarsm|in Mio|in $ mrd'
const headings = 'References|## Sources|**Bibliography**|citations|Works cited|footnotes|Notes:'

describe('a text has the trait', () => {
  it.each(certain.split('|'))('certainty: %s', (text) => expect(read(text).words.traits & CERTAINTY).not.toBe(0))
  it.each(states.split('|'))('state: %s', (text) => expect(read(text).words.traits & STATE).not.toBe(0))
  it.each(headings.split('|'))('list heading: %s', (text) => expect(read(text).words.traits & LIST_HEADING).not.toBe(0))
  it.each(scales.split('|'))('scale: %s', (text) => expect(read(text).words.traits & SCALE).not.toBe(0))
  it('of any link, of which no word is read', () => {
    expect(read('See https://example.org/a.').words.traits & CERTAINTY).not.toBe(0)
  })
})

it('a text has the same tokens whatever words were read before it', () => {
  const text =
    'Leeds employs twenty-five bakers, and Derby hasn’t any since March 2021; antidisestablishmentarianismically so.'
  const before = read(text)
  for (let serial = 0; serial < 20_000; serial++) read(`word${serial.toString(36)}x`)
  const after = read(text)
  expect(after.tokens(0, after.size, 0)).toEqual(before.tokens(0, before.size, 0))
})
