import jstat from 'jstat'
import { describe, expect, it } from 'vitest'
import { mean, sampleOf } from './descriptive'
import { boundedInterval, degreesOfSum, welch, wilsonInterval } from './intervals'
import { seededRng } from './random'

const { jStat } = jstat

describe('the interval of a mean in a range', () => {
  const of = (values: readonly number[]) => {
    const sample = sampleOf(values)
    return sample && boundedInterval(sample, [-1, 1])
  }

  it('stays within the range and contains the mean, however few the values and however far apart', () => {
    const random = seededRng(3)
    for (let at = 0; at < 2000; at++) {
      const values = Array.from({ length: 2 + (at % 9) }, () => Math.max(-1, Math.min(1, 4 * random() - 2)))
      const [low, high] = of(values) ?? [Number.NaN, Number.NaN]
      expect(low).toBeGreaterThanOrEqual(-1)
      expect(high).toBeLessThanOrEqual(1)
      expect(mean(values)).toBeGreaterThanOrEqual(low - 1e-12)
      expect(mean(values)).toBeLessThanOrEqual(high + 1e-12)
    }
  })

  it('contains the true mean in 95 % of samples that vary', () => {
    const random = seededRng(4)
    const covered = Array.from({ length: 4000 }, () => {
      const values = Array.from({ length: 8 }, () => 0.6 + 0.4 * random() - Number(random() < 0.5))
      const [low, high] = of(values) ?? [1, -1]
      return Number(low <= 0.3 && 0.3 <= high)
    })
    expect(mean(covered)).toBeGreaterThan(0.94)
  })

  it('is that of Student where the range is far away, that of a share at its end, and null for one value', () => {
    const near = [0.01, -0.02, 0.015, 0.005, -0.01, 0.02, 0, 0.01, -0.005, 0.01]
    const half = (jStat.studentt.inv(0.975, 9) * jStat.stdev(near, true)) / Math.sqrt(10)
    expect(of(near)?.[0]).toBeCloseTo(jStat.mean(near) - half, 4)
    expect(of(near)?.[1]).toBeCloseTo(jStat.mean(near) + half, 4)
    const all = of(Array.from({ length: 500 }, () => 1))
    const share = wilsonInterval(500, 500)
    expect(all?.[0]).toBeCloseTo(2 * share[0] - 1, 3)
    expect(all?.[1]).toBeCloseTo(1, 12)
    expect(of([0.5])).toBeNull()
  })

  it('leaves room for others where all values are the same', () => {
    const [low, high] = of(Array.from({ length: 20 }, () => 0)) ?? []
    expect(low).toBeCloseTo(-(high ?? 0), 12)
    expect(high).toBeGreaterThan(0.1)
    expect(high).toBeLessThan(0.2)
  })
})

describe('Wilson interval', () => {
  it('is [0, 1] without trials', () => {
    expect(wilsonInterval(0, 0)).toEqual([0, 1])
  })

  it('matches the published interval of 81 in 263 (Newcombe 1998, method 3)', () => {
    const [lo, hi] = wilsonInterval(81, 263)
    expect(lo).toBeCloseTo(0.2553, 4)
    expect(hi).toBeCloseTo(0.3662, 4)
  })

  it('stays inside 0 to 1 at the edges', () => {
    for (let trials = 1; trials <= 500; trials++) {
      expect(wilsonInterval(0, trials)[0]).toBe(0)
      expect(wilsonInterval(trials, trials)[1]).toBe(1)
    }
    expect(wilsonInterval(20, 20)[1]).toBe(1)
  })
})

describe('welch', () => {
  const of = (...values: number[]) => sampleOf(values) ?? { n: 0, mean: 0, squares: 0 }

  it('gives the textbook scale and degrees', () => {
    // s1² = 2.5 of 5, s2² = 10 of 5: v = 2.5, degrees = 2.5² / (0.5²/4 + 2²/4).
    const result = welch(of(1, 2, 3, 4, 5), of(2, 4, 6, 8, 10))
    expect(result?.scale).toBeCloseTo(Math.sqrt(2.5), 12)
    expect(result?.degrees).toBeCloseTo(6.25 / 1.0625, 12)
  })

  it('is null for a single value, or for values that do not vary', () => {
    expect(welch(of(1), of(1, 2, 3))).toBeNull()
    expect(welch(of(1, 1), of(2, 2))).toBeNull()
  })
})

describe('the degrees of freedom of a sum of variances', () => {
  it('are those of Welch for two means, and that of the only variance that counts', () => {
    const [left, right] = [sampleOf([1, 2, 3, 4, 5]), sampleOf([2, 4, 6, 8, 10, 12])]
    if (!left || !right) throw new Error('no samples')
    const parts = [left, right].map(({ n, squares }) => ({ variance: squares / (n - 1) / n, degrees: n - 1 }))
    expect(degreesOfSum(parts)).toBeCloseTo(welch(left, right)?.degrees ?? 0, 12)
    expect(
      degreesOfSum([
        { variance: 0, degrees: 3 },
        { variance: 0.2, degrees: 7 },
      ]),
    ).toBeCloseTo(7, 12)
  })
})
