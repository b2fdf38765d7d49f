import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'
import { computedIn, equationsIn, recompute } from './equations'

const wrong = [
  'Together, 3 and 5 make 10.',
  'The sum of $300 and $200 is $600.',
  'The total of 12, 30 and 8 is 52.',
  '3 plus 5 equals 9.',
  '12 minus 5 is 8.',
  '12 times 4 makes 44.',
  '$300 and $200 add up to $600.',
  'Both flights cost $600 ($300 + $200).',
  'The fare is $530 (2 × $256).',
  'The difference between 40 and 12 is 26.',
  'The product of 6 and 7 is 48.',
  '12 multiplied by 4 makes 44.',
  '12 divided by 4 is 4.',
]

it.each(['3 1/2 - 2 = 1 1/2', '5 - 1 - 1/2 = 3 1/2', '2 + 3 1/2 = 5 1/2', '1 1/2 / 1/2 = 3'])(
  'a whole and a fraction are one number: %s',
  (text) => {
    expect(recompute(equationsIn(text)).wrong).toEqual([])
  },
)

describe('calculations in words', () => {
  it.each(wrong)('finds the wrong result of "%s"', (text) => {
    expect(recompute(equationsIn(text)).wrong).toHaveLength(1)
  })

  it.each(wrong)('finds the wrong result of "%s" beside sources', (output) => {
    const { findings } = detectHallucinations({ output, sources: [{ id: '1', text: 'Nothing of it.' }] })
    expect(findings.map(({ type }) => type)).toContain('self_contradiction')
  })

  it.each([
    ['Together, 3 and 5 make 8.', 8],
    ['The sum of $300 and $200.50 is $500.50.', 500.5],
    ['3 plus 5 equals 8.', 8],
    ['12 minus 5 is 7.', 7],
    ['5 hours and 3 hours add up to 8 hours.', 8],
    ['The total of 12, 30 and 8 is 50.', 50],
    ['Both flights cost $500 ($300 + $200).', 500],
    ['The difference between 12 and 40 is 28.', 28],
    ['100 divided by 3 is 33.3.', 33.3],
  ])('accepts "%s"', (text, result) => {
    expect(recompute(equationsIn(text))).toEqual({ wrong: [], right: 1 })
    expect(computedIn(equationsIn(text))).toEqual([result])
  })

  it.each([
    'Sections 3 and 5 make 10 references to it.',
    'In 2019 and 2020 total sales were 500.',
    '1 hour and 30 minutes make 90 minutes.',
    'Together, 3 and 5 make about 10.',
    'Together, 3 and 5 make 10 million.',
    'The sum of 3 and 5 is 8%.',
    'Rows 3 and 5 add up to 12.',
    'She called 555 (1 + 2 rings).',
    'The difference between 3 and 5 is 2-fold.',
    'The sum of 3 and 5 is 8 or 9.',
    '2 plus 2 is 4, 5 plus one is 6.',
  ])('does not read a calculation out of "%s"', (text) => {
    expect(recompute(equationsIn(text)).wrong).toEqual([])
  })
})

describe('calculations with units and per cent', () => {
  it.each([
    '20 cars - 12 cars - 4 cars = 5 cars.',
    '4 cars / 20 cars * 100% = 25%.',
    'Pass rate: 45/60 = 80%.',
    '(45 / 60) × 100 = 80%',
    '40% + 35% = 85%.',
    '6 tires * $60 = $350.',
    '$1,000 * 5% = $500.',
  ])('finds the wrong result of "%s"', (text) => {
    expect(recompute(equationsIn(text)).wrong).toHaveLength(1)
  })

  it.each([
    '20 cars - 12 cars - 4 cars = 4 cars.',
    '4 cars / 20 cars * 100% = 20%.',
    'Pass rate: 45/60 = 75%.',
    '(45 / 60) × 100 = 75%',
    '2/3 = 66%, 2/3 = 67%.',
    '40% + 35% = 75%.',
    '6 tires * $60 each = $360; 6 tires * $60 = $360.',
    '$1,000 * 5% = $50.',
    '(120 - 100) / 100 = 20% growth.',
    '60 dogs - 1 dog = 59 dogs.',
  ])('accepts "%s"', (text) => {
    expect(recompute(equationsIn(text))).toMatchObject({ wrong: [] })
    expect(recompute(equationsIn(text)).right).toBeGreaterThan(0)
  })

  it.each([
    'Open 9 am - 5 pm = 8 hours.',
    '2 hours + 30 minutes = 150 minutes.',
    '1 kg / 500 g = 2.',
    '2 million * 500 = 1 billion.',
    '$100 - 20% = $80; 200 + 5% = 210.',
    '2 days * 24 hours * 60 minutes = 2,881 minutes.',
    '10:30 - 9 hours = 1:30.',
    'The total - 12 cars - 4 cars = 4 cars.',
    '100 km / 2 hours = 51 km.',
  ])('does not read a calculation out of "%s"', (text) => {
    expect(recompute(equationsIn(text)).wrong).toEqual([])
  })
})
