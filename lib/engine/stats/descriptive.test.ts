import { describe, expect, it } from 'vitest'
import { mean, quantile, sampleOf, sampleOfSums, sumOfSquares } from './descriptive'

describe('samples', () => {
  it('have no mean, variance, quantile or interval with too few values', () => {
    expect(mean([])).toBeNull()
    expect(quantile([], 0.5)).toBeNull()
    expect(sampleOf([])).toBeNull()
  })

  it('have the sum of squares around the mean', () => {
    expect(sampleOf([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ n: 8, mean: 5, squares: expect.closeTo(32, 12) })
  })

  it.each([
    [0, 1],
    [0.25, 1.75],
    [0.5, 2.5],
    [0.9, 3.7],
    [1, 4],
  ])('have the interpolated %d quantile of 1 to 4 at %d', (share, expected) => {
    expect(quantile([4, 2, 3, 1], share)).toBeCloseTo(expected, 12)
  })
})

const sums = (values: number[]) =>
  [values.length, values.reduce((a, b) => a + b, 0), values.reduce((a, b) => a + b * b, 0)] as const

describe('sampleOfSums', () => {
  it('gives the same sample as the values themselves', () => {
    const values = [0.78, 0.75, 0.79, 0.84, 0.91]
    const sample = sampleOfSums(...sums(values))
    expect(sample?.mean).toBeCloseTo(0.814, 12)
    expect(sample?.squares).toBeCloseTo(sumOfSquares(values), 12)
  })

  it('is null for no value', () => {
    expect(sampleOfSums(0, 0, 0)).toBeNull()
  })

  it.each([2, 3, 5, 1000, 20_000])('finds no spread in the sums of %d equal values, however they are rounded', (n) => {
    for (const value of [0.1, 0.3, 0.7, 0.83, 0.95, 1 / 3])
      expect(sampleOfSums(...sums(Array.from({ length: n }, () => value)))?.squares).toBe(0)
  })

  it('keeps a spread of a thousandth in the sums of many values', () => {
    const sample = sampleOfSums(...sums(Array.from({ length: 20_000 }, (_, at) => 0.9 + (at % 2) / 1000)))
    expect(sample?.squares).toBeCloseTo(20_000 * 0.0005 ** 2, 6)
  })
})
