import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const report =
  'Net debt at the end of 2024: 120, a year before 135. Revenue 2024: 412; 2023: 388. Employees: 2,310 (2023: 2,270). Coverage: 81.4 % (previous build 82.0 %). Participation was 74 %, against 69 % in the year before. Error rate: 3 % (was 2 %). Stock: 40, 50 in transit. The board raised the fee from 5 to 6. Churn is 4 % (was 4 %). Orders were 412 and returns were 388. Profit was 412 against a forecast of 388. Online sales reached 2.3 million euros in the third quarter, compared with 2.6 million in the second. Margin was 14 % compared to a plan of 12 %.'

const contradicted = (output: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: report }] }).findings.flatMap(
    ({ verdict, evidence, span }) =>
      verdict === 'contradicted' && evidence.startsWith('The source says otherwise') ? span.text : [],
  )

describe('the direction of a change', () => {
  it.each([
    ['a year before', 'Net debt increased.', 'increased'],
    ['two years', 'Revenue fell.', 'fell'],
    ['a year in brackets', 'The number of employees declined.', 'declined'],
    ['a previous build', 'Coverage rose to 81.4 %.', 'rose'],
    ['a value it is compared with', 'Participation dropped.', 'dropped'],
    ['another quarter', 'Online sales rose to 2.3 million euros in the third quarter.', 'rose'],
    ['a previous build, where more is better', 'Coverage improved to 81.4 %.', 'improved'],
    ['what was, where less is better', 'The error rate improved.', 'improved'],
  ])('is contradicted by %s', (_what, output, found) => {
    expect(contradicted(output)).toEqual([found])
  })

  it.each([
    ['as the values tell', 'Net debt fell, and revenue grew by 24.'],
    ['of another year', 'Revenue fell in 2023.'],
    ['of a part that they do not tell of', 'Revenue fell in the Nordics.'],
    ['of two values of different things', 'Stock fell.'],
    ['of equal values', 'Churn fell.'],
    ['of values of one time', 'Orders fell.'],
    ['of a value and a forecast', 'Profit fell.'],
    ['of a value and a plan', 'The margin fell.'],
    ['only as a possibility', 'Revenue may fall.'],
    ['in the negative', 'Revenue did not rise.'],
    ['of what is better with more or with less', 'Participation in debt improved.'],
  ])('is not where it is told %s', (_what, output) => {
    expect(contradicted(output)).toEqual([])
  })
})
