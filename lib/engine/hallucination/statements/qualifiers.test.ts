import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const contradicted = (output: string, source: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: `${source} Lunch was served at noon.` }] })
    .findings.filter(({ verdict }) => verdict === 'contradicted')
    .map(({ span }) => span.text)

/** What a source says, with what says the same and what its qualifier excludes. */
const statements: readonly (readonly [source: string, same: string, other: string])[] = [
  [
    'The lift carries at least 25 people.',
    'The lift can carry no fewer than 25 people.',
    'The lift can carry up to 25 people.',
  ],
  [
    'A permit takes up to 62 days.',
    'It takes at most 62 days to get a permit.',
    'It takes more than 62 days to get a permit.',
  ],
  ['The entry fee is $45 per person.', 'Entry costs $45 per head.', 'Entry costs $45 per car.'],
  [
    'A night in the tent costs $31 per family.',
    'You pay $31 a night in the tent.',
    'You pay $31 per person in the tent.',
  ],
  ['The rent is $730 before tax.', 'The rent comes to $730 before tax.', 'The rent comes to $730 after tax.'],
  [
    'Ann Lee has a gross salary of $880.',
    'The gross salary of Ann Lee is $880.',
    'Ann Lee earns a net salary of $880.',
  ],
  ['The price is $96 excluding delivery.', 'It costs $96 without delivery.', 'It costs $96 including delivery.'],
  ['A return ticket costs $54.', 'You pay $54 for a return ticket.', 'A one-way ticket costs $54.'],
  ['The weekly fee of the club is $12.', 'Members pay a weekly fee of $12.', 'Members pay a yearly fee of $12.'],
  ['Most of the houses have a cellar.', 'Most houses have a cellar.', 'All of the houses have a cellar.'],
  ['All of the passengers survived.', 'All passengers survived.', 'None of the passengers survived.'],
  ['Few of the apples were rotten.', 'Few apples had gone rotten.', 'Most of the apples were rotten.'],
]

describe('a qualifier', () => {
  it.each(statements)(
    'of "%s" is contradicted by one that excludes it, and not by one that means it',
    (source, same, other) => {
      expect(contradicted(other, source)).toHaveLength(1)
      expect(contradicted(same, source)).toEqual([])
    },
  )

  it.each(statements)('is not where the source says both: "%s"', (source, _same, other) => {
    expect(contradicted(other, `${source} ${other}`)).toEqual([])
  })

  it.each([
    ['all are most', 'Most houses have a cellar.', 'All of the houses have a cellar.'],
    [
      'it is of another value',
      'The stairs hold up to 90 people.',
      'The lift carries at least 25 people. The stairs hold 90 people.',
    ],
    ['it is of another noun', 'All of the barns have a cellar.', 'Most of the houses have a cellar.'],
    ['it is left out', 'The lift can carry 25 people.', 'The lift carries at least 25 people.'],
    ['the value has two', 'The rent is $730 after tax.', 'The rent is $730 before tax and $730 after tax.'],
  ])('is not where %s', (_what, output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})

it.each([
  ['The lift can carry 25 people.', ['unverifiable: 25']],
  ['The lift can carry about 25 people.', []],
  ['The lift can carry at least 25 people.', []],
])('a bound that is left out is doubted: %s', (output, found) => {
  const { findings } = detectHallucinations({
    output,
    sources: [{ id: 's', text: 'The lift carries at least 25 people.' }],
  })
  const doubts = findings.filter(({ type }) => type !== 'unsupported_claim')
  expect(doubts.map(({ verdict, span }) => `${verdict}: ${span.text}`)).toEqual(found)
})
