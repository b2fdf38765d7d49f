import { describe, expect, it } from 'vitest'
import { foundIn } from '../../testing/contradicted'
import { detectHallucinations } from '../detect-hallucinations'

describe('citations', () => {
  const references = [
    { id: '1', text: 'Smith, J. (2020). On agents.' },
    { id: '2', text: 'Lee and Wu 2021' },
  ]

  it.each([
    ['As shown before [3], the method works.', ['[3]']],
    ['As shown [1, 2] and [1-2], it works.', []],
    ['As shown [2-4], it works.', ['[2-4]']],
    ['Take the item a[3] and `x[7]`.', []],
    ['See [3](https://example.com/a).', []],
    ['Smith (2020) agrees with Lee and Wu (2021) and (Smith, 2020).', []],
    ['Smith (2019) found it.', ['Smith (2019)']],
    ['Brown et al. (2018) found it.', ['Brown et al. (2018)']],
    ['In March (2018) it began.', []],
    ['The sorted array is [8, 12, 35].', []],
    ['They are, in order of arrival: [35, 12, 8].', []],
    ['The estimate is 7 (95% CI [3, 12]).', []],
    ['{"ids": [4, 7], "rank": [3]}', []],
    ['x = [5]', []],
    ['[[4, 7], [9, 3]]', []],
    ['The results [2, 5] differ.', ['[2, 5]']],
    ['One has to be 5 or more, which is why [3, 4, 5] is accepted.', []],
  ])('%s', (output, texts) => {
    expect(foundIn(output, { references }).map((line) => line.split(': ')[1])).toEqual(texts)
  })

  it('are no lists of numbers that the sources have', () => {
    const sources = [{ id: 's', text: '{"tests": [{"data": [\n  3,\n  4,\n  6\n], "valid": true}]}' }]
    expect(foundIn('The test with [3, 4, 6] passes.', { sources })).toEqual([])
    expect(foundIn('The test passes [3, 4, 7].', { sources })).toEqual([
      'fabricated_citation contradicted confirmed: [3, 4, 7]',
    ])
  })

  it('accept entries of the output’s own list as references', () => {
    const output = 'It works [1], and [2] agrees; [3] too.\n\n## References\n[1] A\n[2] B\n'
    expect(foundIn(output)).toEqual(['fabricated_citation contradicted confirmed: [3]'])
  })

  it('list the missing reference and the existing ones', () => {
    const [finding] = detectHallucinations({ output: 'As shown before [3].', references }).findings
    expect(finding?.evidence).toBe('There is no reference 3; there are 1, 2.')
  })

  it('are not checked without references', () => {
    expect(foundIn('As shown [3] by Smith (2020).')).toEqual([])
  })
})
