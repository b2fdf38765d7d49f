import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const survey =
  'The most frequent wish was longer opening hours, followed by vegan dishes and lower prices. The largest customer is Norden Freight. The main reason for leaving was the commute. The best answer was given by two people.'

const contradicted = (output: string, source = survey) => contradictedBy(source, output)

describe('what is the first of several', () => {
  it.each([
    ['before the superlative', 'Lower prices were the most frequent wish.', 'Lower prices'],
    ['behind it', 'The most frequent wish was vegan dishes.', 'vegan dishes'],
    ['as a reason', 'Lower prices were the main reason for leaving.', 'Lower prices'],
  ])('is no other, named %s', (_what, output, found) => {
    expect(contradicted(output)).toEqual([found])
  })

  it.each([
    'Longer opening hours were the most frequent wish.',
    'The most frequent wish was to have longer hours.',
    'Lower prices were one of the most frequent wishes.',
    'Lower prices were not the most frequent wish.',
    'The second most frequent wish was vegan dishes.',
  ])('is told: %s', (output) => {
    expect(contradicted(output)).toEqual([])
  })

  it('may differ from place to place', () => {
    const both = `${survey} In Ulm lower prices were the most frequent wish.`
    expect(contradicted('Lower prices were the most frequent wish.', both)).toEqual([])
  })
})
