import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const contradicted = (output: string) =>
  detectHallucinations({ output })
    .findings.filter(({ type }) => type === 'self_contradiction')
    .map(({ span }) => span.text)

describe('two sentences of one output that differ in one value', () => {
  it.each([['one of two values', 'The tower of 1884 is 96 m in height.', 'The tower of 1884 is 69 m in height.']])(
    'contradict each other: %s',
    (_what, one, other) => {
      expect(contradicted(`${one} It is well known. ${other}`)).toEqual([other])
    },
  )

  it.each([
    ['of two things', 'The Corran plant opened on 8 June 2021.', 'The Halden plant opened on 9 May 2020.'],
    [
      'of what happens again',
      'Shaun Suisham kicked a 48-yard field goal.',
      'Shaun Suisham kicked a 33-yard field goal.',
    ],
    ['of another time', 'The pump was at 12 bar then.', 'The pump was at 14 bar then.'],
    ['of a pronoun', 'It was built by the town in 1884.', 'It was built by the town in 1912.'],
    ['written in two ways', 'The plant opened on June 8, 2021.', 'The plant opened on 8 June 2021.'],
    ['in two units', 'The Otter trail is nearly 12 miles long.', 'The Otter trail is nearly 19 kilometres long.'],
    ['with a separator or none', 'The plant holds some 12,000 tonnes.', 'The plant holds some 12000 tonnes.'],
    ['in all values', 'In 2020 the plant ran for 40 weeks.', 'In 2021 the plant ran for 46 weeks.'],
    ['of the clock', 'The backup of the desk was at 10:05.', 'The backup of the desk was at 10:25.'],
  ])('do not: %s', (_what, one, other) => {
    expect(contradicted(`${one} All is well. ${other}`)).toEqual([])
  })

  it('do not where a third has the same form, as in a log', () => {
    expect(
      contradicted('The boiler was at 60 degrees. The boiler was at 64 degrees. The boiler was at 71 degrees.'),
    ).toEqual([])
  })

  it('do not as items of a list', () => {
    expect(contradicted('- The Corran plant opened on 8 June 2021.\n- The Corran plant opened on 9 May 2020.')).toEqual(
      [],
    )
  })
})

it('a condition is not denied by its opposite', () => {
  expect(contradicted('If the two are equal, the call returns. If the two are not equal, the call returns.')).toEqual(
    [],
  )
})
