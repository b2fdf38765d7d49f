import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'
import { inPlainSigns } from './latex'

const found = (output: string) =>
  detectHallucinations({
    output,
    sources: [{ id: 's', text: 'The crates weigh 12.5, 15 and 13.1 kg. Each box costs $5.' }],
  })
    .findings.filter(({ type }) => type !== 'unsupported_claim')
    .map(({ type, span }) => `${type}: ${span.text}`)

describe('a formula of LaTeX', () => {
  it.each([
    ['12 \\times 4', '12 × 4'],
    ['\\frac{12 + 15}{2} \\approx 13.5', '(12 + 15)/2 ≈ 13.5'],
    ['\\dfrac{10}{2+3} = 2', '10/(2+3) = 2'],
    ['\\left(5 + 3\\right) \\cdot 2', '(5 + 3) × 2'],
    ['\\boxed{\\frac{7}{2} = 3.5}', '7/ 2 = 3.5'],
    ['\\[ \\text{Total} = \\$5 \\div 2 \\]', 'Total = $5 ÷ 2'],
    ['$3 \\times 4 = 12$ cost $5 and $6', '3 × 4 = 12 cost $5 and $6'],
    ['12.5\\% of it', '12.5% of it'],
    ['\\frac{3+4}{1+1}', '\\frac{3+4}{1+1}'],
    ['a \\timescale and C:\\new', 'a \\timescale and C:\\new'],
  ])('%s reads %s', (written, plain) => {
    expect(inPlainSigns(written).replace(/ +/g, ' ').trim()).toBe(plain)
  })

  it('keeps all positions', () => {
    const part = fc.constantFrom(
      '\\frac{',
      '}{',
      '}',
      '\\times',
      '\\text{',
      '\\right)',
      '\\$',
      '$',
      '\\%',
      '1',
      ' ',
      '+',
      'x',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        expect(inPlainSigns(text)).toHaveLength(text.length)
      }),
    )
  })

  it('supports its right result, and is contradicted by a wrong one', () => {
    expect(found('The mean is \\( \\frac{12.5 + 15 + 13.1}{3} \\approx 13.53 \\) kg.')).toEqual([])
    expect(found('Three boxes cost \\( 3 \\times \\$5 = \\$16 \\).')).toContainEqual(
      expect.stringMatching(/^self_contradiction: /),
    )
  })

  it('is contradicted by no result that it only approximates', () => {
    expect(found('Roughly \\( 12.5 \\times 15 \\approx 190 \\).')).not.toContainEqual(
      expect.stringMatching(/^self_contradiction/),
    )
  })
})
