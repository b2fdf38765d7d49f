import jstat from 'jstat'
import { describe, expect, it } from 'vitest'
import { mean, quantile, sampleInterval, sampleOf, sampleOfSums, sumOfSquares } from './descriptive'

const { jStat } = jstat

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

  it('have the t interval of a textbook sample', () => {
    const values = [0.78, 0.75, 0.79]
    const half = (jStat.studentt.inv(0.975, 2) * jStat.stdev(values, true)) / Math.sqrt(3)
    const sample = sampleOf(values)
    const interval = sample && sampleInterval(sample)
    expect(interval?.[0]).toBeCloseTo(jStat.mean(values) - half, 8)
    expect(interval?.[1]).toBeCloseTo(jStat.mean(values) + half, 8)
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
    const whole = sampleOf(values)
    const [lo, hi] = (whole && sampleInterval(whole)) ?? []
    expect(sample && sampleInterval(sample)?.[0]).toBeCloseTo(lo ?? Number.NaN, 10)
    expect(sample && sampleInterval(sample)?.[1]).toBeCloseTo(hi ?? Number.NaN, 10)
  })

  it('is null for no value, and has no interval for one', () => {
    expect(sampleOfSums(0, 0, 0)).toBeNull()
    expect(sampleInterval({ n: 1, mean: 0.5, squares: 0 })).toBeNull()
  })

  it('never has a negative spread through rounding of the sums', () => {
    const sample = sampleOfSums(...sums(Array.from({ length: 1000 }, () => 0.1)))
    expect(sample?.squares).toBeGreaterThanOrEqual(0)
    expect(sample?.squares).toBeLessThan(1e-9)
  })
})
