import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DrawnStratum, estimateDrawn, weighDrawn } from './estimate-drawn'

describe('the names and the order of parts', () => {
  const scored = fc.record({ automated: fc.constantFrom(0.2, 0.5, 0.7, 0.9), verdict: fc.constantFrom(0, 1) })
  const cell = fc
    .record({
      part: fc.constantFrom('a', 'b', 'c', 'd'),
      urgency: fc.constantFrom(0, 0, 2, 8),
      probability: fc.constantFrom(0.1, 0.1, 0.5),
      silent: fc.nat({ max: 6 }),
      judged: fc.oneof(fc.constant([]), fc.array(scored, { maxLength: 9 })),
    })
    .map(({ silent, ...row }) => ({ ...row, drawn: row.judged.length + silent }))
  const cells = fc.uniqueArray(cell, {
    minLength: 3,
    maxLength: 16,
    selector: ({ part, urgency, probability }) => `${part} ${urgency} ${probability}`,
  })

  const numbersOf = (strata: readonly DrawnStratum[], rename: (part: string) => string) => {
    const unlabelled = ['a', 'b', 'c', 'd'].map((part, place) => ({
      n: 40 + 30 * place,
      mean: 0.4 + 0.1 * place,
      squares: 0.04 * (40 + 30 * place),
      stratum: rename(part),
    }))
    const { estimate, lacking, standsFor } = estimateDrawn({ strata, unlabelled })
    const weights = weighDrawn(strata).verdicts.map(({ weight, verdict }) => weight + verdict / 1e3)
    return { estimate, lacking, standsFor, weights: weights.sort((one, other) => one - other) }
  }
  const near = (value: unknown): unknown => {
    if (typeof value === 'number') return expect.closeTo(value, 9)
    if (Array.isArray(value)) return value.map(near)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, near(own)]))
  }

  it('change no number', () => {
    const renamed: Record<string, string> = { a: 'z', b: 'y', c: 'x', d: 'w' }
    fc.assert(
      fc.property(
        cells.chain((strata) =>
          fc.tuple(fc.constant(strata), fc.shuffledSubarray(strata, { minLength: strata.length })),
        ),
        ([strata, shuffled]) => {
          const rename = (part: string) => renamed[part] ?? part
          const other = shuffled.map((row) => ({ ...row, part: rename(row.part) }))
          expect(numbersOf(other, rename)).toEqual(near(numbersOf(strata, (part) => part)))
        },
      ),
      { numRuns: 500 },
    )
  })
})
