import fc from 'fast-check'
import { expect, it } from 'vitest'
import { detectIn, isDoubt } from './detect-hallucinations'
import { readGiven, toMaterial } from './material'
import { datesIn } from './numbers/read-dates'

const piece = fc.constantFrom(
  ...[
    'The order has 5 lines.',
    'The order has 7 lines.',
    'Total: 12',
    'Total: 14',
    'Average = 3',
    'It includes two items:',
  ],
  ...[
    '- one\n- two\n- three',
    '“We will never close the plant by then”, said Ada Ek.',
    'Bo Lund wrote that the plant closes.',
  ],
  ...[
    'Corran opened on 8 June 2021.',
    'Corran opened on 9 May 2020.',
    'The box weighs 4 kg here.',
    'The box weighs 9 kg here.',
  ],
  ...['According to Ada Ek, the plant closes.', 'Leeds has more people than Derby.', 'Derby is bigger than Leeds.'],
  ...[
    'The meeting was on 03.03.2021.',
    'See invoice INV-1042 and booking 4XLQ7.',
    'Twelve parcels came.',
    '12 parcels came.',
  ],
  ...[
    'Half of the parcels came.',
    'It is the largest of all.',
    'The valve is open.',
    'The valve is closed.',
    'It is not so.',
  ],
  ...['Sums: 2 + 3 = 6.', 'The sum of 2 and 3 is 6.', 'All tests passed.', '```\nx = 1\n```', 'It costs € 5,00 there.'],
)
const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' '))
const lines = fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('\n'))

it('a text is searched for all that it has: what is skipped for want of a word or digit would find nothing', () => {
  fc.assert(
    fc.property(fc.oneof(text, lines), fc.option(fc.oneof(text, lines)), (output, source) => {
      const sources = source === null ? [] : [{ id: 's', text: source }]
      const material = toMaterial(output, readGiven({ sources }))
      const dates = datesIn(material.prose)
      const searched = {
        ...material,
        mayHave: () => true,
        mayHaveDate: () => true,
        digits: () => -1,
        dates: () => dates,
      }
      expect(detectIn(material)).toEqual(detectIn(searched))
    }),
    { numRuns: 300 },
  )
})

it('notes that nobody reads are left out, and nothing else', () => {
  fc.assert(
    fc.property(fc.oneof(text, lines), text, (output, source) => {
      const given = readGiven({ sources: [{ id: 's', text: source }] })
      const whole = detectIn(toMaterial(output, given))
      expect(detectIn(toMaterial(output, given), false)).toEqual({ ...whole, findings: whole.findings.filter(isDoubt) })
    }),
  )
})
