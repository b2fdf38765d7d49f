import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TokenTable } from './tokens'
import { Vocabulary } from './vocabulary'
import { Capitals, namePattern } from './word-list'

const word = fc.constantFrom(
  ...[
    'Leeds',
    'Hanse',
    'Cargo',
    'USA',
    'McDonald',
    'iPhone',
    'A',
    'In',
    'the',
    'of',
    'van',
    "Bob's",
    'Éire',
    'é',
    '𝒜b',
  ],
  ...[
    'Foo-Bar',
    'Foo-bar',
    'x_Foo',
    '5Foo',
    'Foo5',
    'Σ',
    '\u0301Foo',
    'https://x?Foo',
    'U.S.',
    'March',
    'Twelve',
    '12',
    '(Ann',
    'Lee)',
  ],
)
const between = fc.constantFrom(
  ' ',
  ' ',
  ' ',
  ' ',
  '  ',
  '\n',
  ', ',
  '. ',
  ' of ',
  ' of  ',
  '   van ',
  '.',
  '@',
  '/',
  "' ",
  '’ ',
  '—',
  ' & ',
  '#',
)
const text = fc.array(fc.tuple(word, between), { maxLength: 12 }).map((parts) => parts.flat().join(''))

it('the runs of capitalized words are the names that the pattern finds, where they can be told', () => {
  let told = 0
  fc.assert(
    fc.property(text, (said) => {
      const capitals = new Capitals()
      new TokenTable(said, new Vocabulary(), capitals).read(0, said.length)
      const runs = capitals.runsFrom(said, 0, said.length)
      if (runs === null) return
      told++
      const found = []
      for (let at = 0; at < runs.length; at += 2) {
        const last = (runs[at + 1] ?? 0) - 1
        const end = (capitals.starts[last] ?? 0) + (capitals.words[last]?.written.length ?? 0)
        found.push(said.slice(capitals.starts[runs[at] ?? 0], end))
      }
      expect(found).toEqual(said.match(namePattern) ?? [])
    }),
    { numRuns: 5_000 },
  )
  expect(told).toBeGreaterThan(500)
})
