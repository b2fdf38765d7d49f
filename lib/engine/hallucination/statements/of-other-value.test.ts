import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const sources =
  'Flight KL 1742 leaves Berlin at 06:55 and lands in Amsterdam at 08:20. The library lends books for four weeks and films for two weeks. The reading room closes at 20:00 on weekdays and at 16:00 on Saturdays. The bridge, built for 3 million euros, was sold for 5 million euros. Oslo has 709,000 people; Bergen has 291,000 people.'

describe('a value that a sentence gives with another', () => {
  it.each([
    ['You arrive in Amsterdam at 06:55.', '06:55'],
    ['Films can be borrowed for four weeks.', 'four weeks'],
    ['On Saturdays the reading room closes at 20:00.', '20:00'],
    ['The bridge was sold for 3 million euros.', '3 million euros'],
  ])('is contradicted with what stands beside the other: %s', (output, found) => {
    expect(contradictedBy(sources, output)).toEqual([found])
  })

  it.each([
    'You arrive in Amsterdam at 08:20.',
    'The flight from Berlin lands at 08:20.',
    'The flight leaves at 06:55.',
    'Films can be borrowed for two weeks.',
    'The library lends films for two weeks.',
    'The reading room closes at 20:00.',
    'On weekdays the reading room closes at 20:00.',
    'The bridge cost 3 million euros to build.',
    'The bridge was sold for 5 million euros.',
    'Bergen has 291,000 people.',
  ])('is not with its own: %s', (output) => {
    expect(contradictedBy(sources, output)).toEqual([])
  })
})
