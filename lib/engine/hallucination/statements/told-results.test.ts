import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const look = (output: string, source: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] }).findings.filter(
    ({ type }) => type !== 'unsupported_claim',
  )
const contradicted = (output: string, source: string) =>
  look(output, source)
    .filter(({ verdict }) => verdict === 'contradicted')
    .map(({ span, evidence }) => [span.text, evidence.split(';')[0]])

const offices =
  'The Lyon office employs 140 people. The Turin office employs 62 people. The Ghent office employs 71 people.'
const prices = '- Oats: $102\n- Rye: $59\n- Barley: $153'

describe('a result of values that are told', () => {
  it.each([
    [
      'a sum of two that it names',
      'Together, the Lyon office and the Turin office employ 212 people.',
      offices,
      '212',
      '140 + 62 is 202',
    ],
    [
      'a sum beside its parts',
      'Lyon employs 140 and Turin 62, which makes 212 in all.',
      offices,
      '212',
      '140 + 62 is 202.',
    ],
    ['a difference', 'The Lyon office employs 68 more people than the Turin office.', offices, '68', '140 - 62 is 78'],
    [
      'a difference named so',
      'The difference between the Lyon office and the Turin office is 68 people.',
      offices,
      '68',
      '140 - 62 is 78',
    ],
    [
      'a share',
      'Of the 202 people of the Lyon office and the Turin office, 58% are from the Lyon office.',
      offices,
      '58%',
      '140 is 69% of 202, 62 is 31% of 202',
    ],
    ['a total under its list', `${prices}\n\nIn total that is $324.`, prices, '$324', '102 + 59 + 153 is 314.'],
    [
      'a total of the only list',
      'All items together cost $324.',
      prices,
      '$324',
      'The sources list 102, 59, 153: 102 + 59 + 153 is 314.',
    ],
    [
      'a total of the only column',
      'The grand total is $90.',
      '[{"item": "Oats", "price": 30}, {"item": "Rye", "price": 44}]',
      '$90',
      'The sources list 30, 44: 30 + 44 is 74.',
    ],
  ])('is contradicted where it is wrong: %s', (_what, output, source, found, evidence) => {
    expect(contradicted(output, source)).toEqual([[found, evidence]])
  })

  it.each([
    ['a sum', 'Together, the Lyon office and the Turin office employ 202 people.', offices],
    ['a sum beside its parts', 'Lyon employs 140 and Turin 62, which makes 202 in all.', offices],
    ['a difference', 'The Lyon office employs 78 more people than the Turin office.', offices],
    [
      'a share of a whole that is told',
      'Of the 202 people of the Lyon office and the Turin office, 69% are from the Lyon office.',
      offices,
    ],
    ['a total under its list', `${prices}\n\nIn total that is $314.`, prices],
    ['a total of the only list', 'All items together cost $314.', prices],
    ['a total of two columns', 'The grand total is $74.', 'item,price\nOats,30\nRye,44'],
  ])('is derived where it is right: %s', (_what, output, source) => {
    expect(look(output, source)).toEqual([])
  })

  it.each([
    [
      'what it is a total of is not all told',
      'With the others, the Lyon office and the Turin office employ 390 people in total.',
      offices,
    ],
    [
      'it is labelled beside other values',
      'The script exited with code 0 and printed: Total penguins: 344 Filtered penguins: 291',
      offices,
    ],
    ['it is in a formula', 'The total time is \\frac{59}{60} + \\frac{40}{3600} hours.', offices],
    ['it is a part of a total', 'Lyon employs 140 and Turin 62 of a total of 390 people.', offices],
    ['it is not exact', 'Together, the Lyon office and the Turin office employ about 190 people.', offices],
    ['something may be taken off', `${prices}\n\nTotal after the discount: $294`, prices],
    ['each may be bought twice', `${prices}\n\nTotal: $628`, prices],
    [
      'the sentence is of other things, too',
      'The Lyon office and the Turin office employ 390 people in total across the Alps.',
      offices,
    ],
  ])('is only doubted where %s', (_what, output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})

it('counts several of a thing as often as it is told', () => {
  const shop = '- Lamp: $35\n- Chair: $80\n- Desk: $210'
  expect(contradicted('Two lamps and a chair come to $150 in total.', shop)).toEqual([])
  expect(contradicted('The lamp and the chair come to $125 in total.', shop)).toHaveLength(1)
})
