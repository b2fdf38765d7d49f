import { describe, expect, it } from 'vitest'
import { EngineInputError } from '../../input-error'
import { foundIn } from '../../testing/contradicted'
import { detectHallucinations } from '../detect-hallucinations'

describe('contradictions within the output', () => {
  it.each([
    ['Total: 5 users\nSome text.\nTotal: 7 users'],
    ['The API has 5 endpoints. It is fast. The API has seven endpoints.'],
    ['There are 12 open issues. Work goes on. There are 14 open issues.'],
    ['The cache is enabled by default. Nothing else changed. The cache is disabled by default.'],
    ['The parser supports nested lists. Tables work. The parser does not support nested lists.'],
    ['The service is stateless. The service is not stateless.'],
    ['We get 12 * 4 = 46 boxes.'],
    ['So (2 + 3) * 4 = 24.'],
    ['Hence 1,200 - 350 = 950.'],
  ])('%s', (output) => {
    expect(foundIn(output)).toEqual([expect.stringMatching(/^self_contradiction contradicted /)])
  })

  it.each([
    ['Total: 5 users signed up. Later, 5 users confirmed.'],
    ['Total: 5 users\n\n## Second region\n\nTotal: 7 users'],
    ['Total: 5 users\nTotal: 6 users\nTotal: 7 users'],
    ['Price: 5\nPrice: 7'],
    ['The team has 5 members in Berlin. The team has 7 members in Paris.'],
    ['It has 5 parts. It has 7 parts.'],
    ['The cache is enabled in production. The cache is disabled in tests.'],
    ['The tool is not only fast. The tool is fast.'],
    ['12 * 4 = 48, 10 / 3 = 3.33, 2 + 3 * 4 = 14, 7 / 2 = 3'],
    ['x + 2 = 5 and 3 + x = 9, so 2 * 3x = 12.'],
    ['On 2024-01-05 = day 5. Version 1.2.3 = latest.'],
    ['`2 + 2 = 5` is wrong.'],
    ['5% + 3% = 9 points'],
  ])('none in: %s', (output) => {
    expect(foundIn(output)).toEqual([])
  })
})

describe('dates', () => {
  it.each([
    ['It happened on February 30, 2023.', 'February 30, 2023'],
    ['It happened on 29 February 2023.', '29 February 2023'],
    ['Logged at 2023-13-05.', '2023-13-05'],
    ['We met on Monday, 5 March 2024.', 'Monday, 5 March 2024'],
    ['It ran from 2021 to 2019.', 'from 2021 to 2019'],
    ['The phone was launched in 2031.', 'in 2031'],
    ['The phone was launched on 2026-06-01.', '2026-06-01'],
    ['As announced on May 20, 2026, it was released.', 'May 20, 2026'],
    ['It was introduced in July 2026.', 'in July 2026'],
  ])('%s', (output, text) => {
    expect(foundIn(output, { date: '2026-05-01' })).toEqual([expect.stringMatching(/^temporal_error contradicted /)])
    expect(foundIn(output, { date: '2026-05-01' })[0]).toContain(text)
  })

  it.each([
    ['It happened on 29 February 2024 and 2024-02-29.'],
    ['We met on Tuesday, 5 March 2024.'],
    ['The launch is planned for 2031; it was announced in 2025.'],
    ['It ran from 2019 to 2021.'],
    ['Rome grew from 500 to 300 BC.'],
    [
      'It lasted from 1200 to 1100 BC, and the palaces of the whole region were given up before the end of that century.',
    ],
    ['It was released on 2026-05-01, as announced on May 1, 2026 and in May 2026.'],
    ['The contract was signed and ends on 2027-05-01.'],
    ['It was said that it is due on June 1, 2026.'],
  ])('accepts: %s', (output) => {
    expect(foundIn(output, { date: '2026-05-01' })).toEqual([])
  })

  it('in the future are not checked without the date of the output', () => {
    expect(foundIn('The phone was launched in 2031.')).toEqual([])
  })

  it('rejects an invalid date', () => {
    expect(() => detectHallucinations({ output: '', date: 'soon' })).toThrow(EngineInputError)
  })
})
