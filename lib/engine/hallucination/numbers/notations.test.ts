import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'
import { areEitherWay, hasThousandths, inOneNotation, isAmongEitherWay } from './notations'
import { sorted } from './supported-values'

describe('inOneNotation', () => {
  it.each([
    ['1.234,50 €', '1,234.50 €'],
    ['€1.234,5 in all', '€1,234.5 in all'],
    ['1.234.567 people', '1,234,567 people'],
    ["1'234.50 CHF", '1,234.50 CHF'],
    ['1’234’567 CHF', '1,234,567 CHF'],
    ['1 234,50 €', '1,234.50 €'],
    ['12\u202f345,60', '12,345.60'],
    ['1\u00a0234 people', '1,234 people'],
    ['it costs 12,50 € now', 'it costs 12.50 € now'],
    ['it rose 3,5 % and (2,5%) more', 'it rose 3.5 % and (2.5%) more'],
    ['€12,50 each', '€12.50 each'],
    ['um 14.05 Uhr', 'um 14:05 Uhr'],
    ['es kostet 354,60 Euro und 2,5 Prozent', 'es kostet 354.60 Euro und 2.5 percent'],
    ['pour 312,50 € et 1 750 km', 'pour 312.50 € et 1,750 km'],
    ['Salaire brut : 2 450 € par mois', 'Salaire brut : 2,450 € par mois'],
    ['le musée a accueilli 236 000 visiteurs dans une ville', 'le musée a accueilli 236,000 visiteurs dans une ville'],
    ['la capienza della sala scende a 1.050 posti', 'la capienza della sala scende a 1,050 posti'],
    ['une hausse de 9 pour cent', 'une hausse de 9 percent  '],
  ])('%s is %s', (text, expected) => {
    expect(inOneNotation(text)).toBe(expected)
  })

  it.each([
    ['1,234.50 and 1,234 and 1.234 and 12.5 %'],
    ['um 25.05 Uhr und 3.5 Uhren'],
    ['version 1.234.5 at 10.0.0.1 and 192.168.100.200'],
    ['[3,12] and 1,2,3 and pages 12,50'],
    ['id,share\n5,10%\n6,20%'],
    ["the '90s, 5'9\" and rock 'n' roll"],
    ['rooms 100 200 300'],
    ['1,234,50'],
  ])('leaves %s', (text) => {
    expect(inOneNotation(text)).toBe(text)
  })

  it('keeps every position, and does nothing the second time', () => {
    const parts = fc.constantFrom('1', '23', '456', '.', ',', ' ', "'", '€', ' %', '\u00a0', 'kg', '\n')
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('')
        const once = inOneNotation(text)
        expect(once.length).toBe(text.length)
        expect(once.replace(/\D/g, '')).toBe(text.replace(/\D/g, ''))
      }),
    )
  })
})

it.each([
  [{ value: 1.234, step: 0.001 }, { value: 1234, step: 1 }, true],
  [{ value: 1.234, step: 0.001 }, { value: 1235, step: 1 }, false],
  [{ value: 1.23, step: 0.01 }, { value: 1230, step: 1 }, false],
  [{ value: 0.234, step: 0.001 }, { value: 234, step: 1 }, false],
])('%j and %j may be the same: %s', (one, other, expected) => {
  expect(areEitherWay(one, other)).toBe(expected)
  expect(areEitherWay(other, one)).toBe(expected)
})

describe('amounts in another notation', () => {
  const verdicts = (output: string, text: string) =>
    detectHallucinations({ output, sources: [{ id: 's', text }] }).findings.flatMap(({ type, verdict, span }) =>
      type === 'unsupported_claim' ? [] : [`${verdict}: ${span.text}`],
    )

  it.each([
    ['The total is 1.234,50 €.', 'The total is 1,234.50 €.'],
    ['The total is 1,234.50 €.', 'Die Summe beträgt 1.234,50 €.'],
    ["The total is 1'234.50 CHF.", 'The total is 1,234.50 CHF.'],
    ['The total is 1 234,50 €.', 'The total is 1,234.50 €.'],
    ['The total is 1.234 €.', 'The total is 1,234 €.'],
    ['The total is 1,234 €.', 'The total is 1.234 €.'],
    ['The total is 1234 €.', 'The total is 1.234 €.'],
    ['The total is 12,50 € today.', 'The total is 12.50 € today.'],
  ])('%s follows from %s', (output, source) => {
    expect(verdicts(output, source)).toEqual([])
  })

  it('are still compared, and quoted as the source writes them', () => {
    const [finding] = detectHallucinations({
      output: 'The invoice of the third quarter is 1,334.50 EUR with tax.',
      sources: [{ id: 's', text: 'The invoice of the third quarter is 1.234,50 EUR with tax.' }],
    }).findings
    expect(finding).toMatchObject({ verdict: 'contradicted' })
    expect(finding?.evidence).toContain('1.234,50 EUR')
  })
})

it('a number is among others either way if it is one of them either way', () => {
  const written = fc.oneof(
    fc.integer({ min: -3, max: 3_000 }).map((value) => ({ value, step: 1 })),
    fc.integer({ min: 0, max: 2_400 }).map((value) => ({ value: value / 1000, step: 0.001 })),
    fc.integer({ min: 0, max: 4_000 }).map((value) => ({ value: value / 2, step: 0.1 })),
  )
  fc.assert(
    fc.property(fc.array(written, { maxLength: 40 }), written, (numbers, one) => {
      const inOrder = {
        plain: () => sorted(numbers.map(({ value }) => value)),
        thousandfold: () => sorted(numbers.filter(hasThousandths).map(({ value }) => value * 1000)),
      }
      expect(isAmongEitherWay(one, inOrder)).toBe(numbers.some((other) => areEitherWay(one, other)))
    }),
    { numRuns: 500 },
  )
})
