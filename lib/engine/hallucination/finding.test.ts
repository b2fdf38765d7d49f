import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlapping, quoting } from './finding'

describe('evidence that quotes', () => {
  it.each([
    ['It ships on Monday.', 'The source says "It ships on Monday."'],
    ['It ships on Monday', 'The source says "It ships on Monday".'],
    ['Does it ship on Monday?', 'The source says "Does it ship on Monday?"'],
    ['He said “on Monday.”', 'The source says "He said “on Monday.”"'],
    ['x'.repeat(300), `The source says "${'x'.repeat(200)}".`],
  ])('%s ends with one full stop', (text, evidence) => {
    expect(quoting('The source says', text)).toBe(evidence)
  })
})

it('a range overlaps some spans if it overlaps one of them', () => {
  const range = fc.tuple(fc.nat(40), fc.nat(8)).map(([start, length]) => ({ start, end: start + length }))
  fc.assert(
    fc.property(fc.array(range, { maxLength: 8 }), range, (spans, { start, end }) => {
      const isOne = spans.some((one) => one.start < end && one.end > start)
      expect(overlapping(spans.map((span) => ({ span })))({ start, end })).toBe(isOne)
    }),
  )
})
