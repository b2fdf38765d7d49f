import { describe, expect, it } from 'vitest'
import { sampleInterval, sampleOf, sampleOfSums, sumOfSquares } from './descriptive'

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
