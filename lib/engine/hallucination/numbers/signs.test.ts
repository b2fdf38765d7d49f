import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'
import { minusBefore } from './signs'

const report = (output: string, text: string) => detectHallucinations({ output, sources: [{ id: 's', text }] })
const contradicted = (output: string, text: string) =>
  report(output, text).findings.flatMap(({ verdict, span }) => (verdict === 'contradicted' ? span.text : []))

describe('minusBefore', () => {
  it.each([
    ['it was -5 °C', true],
    ['it was −5 °C', true],
    ['it was –5 °C', true],
    ['a loss (-5)', true],
    ['a balance of -€5', true],
    ['change: -5', true],
    ['−5 at the start', true],
    ['from 10-5', false],
    ['10 -5', false],
    ['10 – 5', false],
    ['-5 kg of flour', false],
    ['a\n  -5 kg', false],
    ['UTC-5', false],
    ['pages 3–5', false],
    ['5 things', false],
  ])('%s: %s', (text, expected) => {
    expect(minusBefore(text, text.search(/5/)) >= 0).toBe(expected)
  })
})

describe('the sign of a value', () => {
  it.each([
    ['The temperature was -5 °C at dawn.', 'The temperature was 5 °C at dawn.', '-5 °C'],
    ['The temperature was 5 °C at dawn.', 'The temperature was -5 °C at dawn.', '5 °C'],
    ['It was −15 °C at night in the valley.', 'It was 15 °C at night in the valley.', '−15 °C'],
    ['The balance is -200 dollars.', 'The balance is 200 dollars.', '-200 dollars'],
    ['The net profit was -€1.2 million in 2020.', 'The net profit was €1.2 million in 2020.', '-€1.2 million'],
  ])('%s contradicts %s', (output, source, text) => {
    expect(contradicted(output, source)).toEqual([text])
  })

  it.each([
    ['The temperature was -5 °C at dawn.', 'The temperature was -5 °C at dawn.'],
    ['The temperature was −5 °C at dawn.', 'The temperature was -5 °C at dawn.'],
    ['The temperature was 5 °C below zero at dawn.', 'The temperature was -5 °C at dawn.'],
    ['The temperature was -5 °C at dawn.', 'The temperature was minus 5 °C at dawn.'],
    ['Revenue changed by -12 %.', 'Revenue fell 12 %.'],
    ['Revenue fell by 12 %.', 'The change of revenue was -12 %.'],
    ['The range is 5-10 kg.', 'The range is 5 to 10 kg.'],
    ['The range is 15–20 kg.', 'The range is 15 to 20 kg.'],
    ['The recipe needs:\n-50 kg of flour\n-30 kg of sugar', 'The recipe needs 50 kg of flour and 30 kg of sugar.'],
    ['The payment was $54.04.', 'payments: [{"type": "refund", "amount": -54.04}]'],
  ])('%s agrees with %s', (output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })

  it('is verified where words tell it', () => {
    const { verified, findings } = report('The loss was 3.2 million euros.', 'The result was -3.2 million euros.')
    expect(verified).toBe(1)
    expect(findings.filter(({ type }) => type === 'unsupported_number')).toEqual([])
  })

  it('is not verified where only the opposite is known', () => {
    const { verified, findings } = report('At dawn we noted -15 °C there.', 'The thermometer showed 15 °C at dawn.')
    expect(verified).toBe(0)
    expect(findings).toContainEqual(expect.objectContaining({ type: 'unsupported_number', verdict: 'unverifiable' }))
  })
})
