import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'
import { detectHallucinations } from '../detect-hallucinations'

const contradicted = (output: string, source = trails) => contradictedBy(source, output)

const trails =
  'The Quarry trail was laid out in 1988. The Raven trail is 17.0 miles long. The Raven trail charges €40 per person. The Raven trail rises 2,364 feet. Most groups need 26 hours for the Raven trail. The Quarry trail charges €36 per person. The Corran plant ran at 78.2% of its capacity. The Corran plant opened on 28 June 1994.'

describe('a value other than the only one that the sources tell of a thing', () => {
  it.each([
    ['a number', 'A person pays €53 for the Raven trail.', '€53'],
    ['a duration', 'The Raven trail takes most groups 55 hours.', '55 hours'],
    ['a currency', 'A person pays $40 for the Raven trail.', '$40'],
    ['a unit', 'Most groups walk 26 days on the Raven trail.', '26 days'],
    ['points in place of a share', 'The Corran plant ran at 78.2 percentage points of capacity.', '78.2 percentage'],
    ['a year', 'The Quarry trail dates from 1979.', '1979'],
    ['a date', 'The opening of the Corran plant was on 3 June 1996.', '3 June 1996'],
  ])('is contradicted: %s', (_what, output, text) => {
    expect(contradicted(output)).toEqual([text])
  })

  it.each([
    ['the same in another unit', 'The Raven trail is 27.4 km long.'],
    ['of another measure', 'The Raven trail saw €9,100 of damage.'],
    ['reckoned', 'Two people pay €53 more for the Raven trail.'],
    ['of another case', 'A person would pay €53 for the Raven trail.'],
    ['of a thing that is not told of', 'A person pays €53 for the Otter trail.'],
  ])('is not where it is %s', (_what, output) => {
    expect(contradicted(output)).toEqual([])
  })
})

describe('another verb for what the sources say', () => {
  it('is not doubted', () => {
    const source = 'Ines Ivarsson manages the Morvik plant. Derek Novak runs the Corran plant.'
    const { findings } = detectHallucinations({
      output: 'Ines Ivarsson runs the Morvik plant.',
      sources: [{ id: 's', text: source }],
    })
    expect(findings.filter(({ type }) => type !== 'unsupported_claim')).toEqual([])
  })
})

describe('a name by its first letters', () => {
  it('is the same name', () => {
    const source = 'The classes are near the New York Stock Exchange in the evening. The NYSE is old. Nasdaq is far.'
    expect(contradicted('The classes are near the NYSE in the evening.', source)).toEqual([])
    expect(contradicted('The classes are near the Nasdaq in the evening.', source)).toEqual(['Nasdaq'])
  })
})

describe('a copy with another common word', () => {
  it('leaves its names where they are', () => {
    const source =
      'Aleksander Ford (born Mosze Lifszyc; 24 November 1908 in Kiev, Russian Empire – 4 April 1980 in Naples, Florida, United States) was a Polish Jewish film director.'
    expect(contradicted(source.replace('film', 'movie'), source)).toEqual([])
  })
})

it('takes the dash of a range of years after a month for no sign', () => {
  const source = 'The data of Houston for June 2020 and for June 2023 is in the archive, with all of 2021 and 2022.'
  const { findings } = detectHallucinations({
    output: 'The archive has the data of Houston for June 2020-2023.',
    sources: [{ id: 's', text: source }],
  })
  expect(findings.filter(({ type }) => type !== 'unsupported_claim')).toEqual([])
})
