import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const source =
  'The archive bought 340 maps and 275 deeds in June. In June the courtyard cost €1,850 and the gate cost €640. The cellar holds 148 crates and the loft holds 57 crates. The guild had 412 members in 2015, and in 2021 it had 655. On Friday the ferry carried 210 riders and 95 bikes; on Saturday it carried 180 riders. The camp has 35 blue tents, 28 green tents and 9 huts.'

const contradicted = (output: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] }).findings.flatMap(
    ({ verdict, span, evidence }) => (verdict === 'contradicted' ? [[span.text, evidence.split(';')[0]]] : []),
  )

describe('a result of values that one sentence tells', () => {
  it.each([
    [
      'of the things that it counts',
      'In June, the archive bought 625 maps and deeds in total.',
      '625',
      '340 + 275 is 615',
    ],
    ['of the things that it names', 'The courtyard and the gate together cost €2,590.', '€2,590', '1850 + 640 is 2490'],
    ['between two years', 'From 2015 to 2021 the guild gained 263 members.', '263', '655 - 412 is 243'],
  ])('is contradicted where it is wrong: %s', (_what, output, text, evidence) => {
    expect(contradicted(output)).toEqual([[text, evidence]])
  })

  it.each([
    ['right', 'In June, the archive bought 615 maps and deeds in total.'],
    ['right, of three', 'In all the camp has 72 tents and huts.'],
    ['a right change', 'From 2015 to 2021 the guild gained 243 members.'],
    ['of more than is named', 'In total the ferry carried 520 riders.'],
    ['of one of the parts', 'The courtyard cost €2,590 in total.'],
    ['a change of which the years are not told', 'The guild grew by 263 members.'],
    ['about as much', 'Together the courtyard and the gate cost about €2,600.'],
  ])('is not where it is %s', (_what, output) => {
    expect(contradicted(output)).toEqual([])
  })
})
