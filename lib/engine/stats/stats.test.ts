import jstat from 'jstat'
import { describe, expect, it } from 'vitest'
import { mean, quantile, sampleOf } from './descriptive'
import { incompleteBeta, logGamma, normalCdf, normalQuantile, studentTCdf, studentTQuantile } from './distributions'
import { boundedInterval, wilsonInterval } from './intervals'
import { seededRng } from './random'

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
})

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

describe('distributions', () => {
  it.each([0.1, 0.5, 1, 1.5, 5, 20.25, 150])('agree with an independent log gamma at %d', (x) => {
    expect(logGamma(x)).toBeCloseTo(jStat.gammaln(x), 9)
  })

  it.each([
    [0.1, 2, 3],
    [0.5, 0.5, 0.5],
    [0.9, 8, 2],
    [0.3, 40, 60],
    [0.001, 1, 10],
  ])('agree with an independent incomplete beta at x %d, a %d, b %d', (x, a, b) => {
    expect(incompleteBeta(x, a, b)).toBeCloseTo(jStat.ibeta(x, a, b), 6)
  })

  it.each([1, 2, 4, 8, 30, 200])('agree with an independent Student t at %d degrees of freedom', (degrees) => {
    for (const t of [-6, -1.5, -0.2, 0, 0.7, 2.1, 5]) {
      expect(studentTCdf(t, degrees)).toBeCloseTo(jStat.studentt.cdf(t, degrees), 6)
    }
    for (const share of [0.005, 0.05, 0.4, 0.9, 0.975]) {
      expect(studentTCdf(studentTQuantile(share, degrees), degrees)).toBeCloseTo(share, 12)
    }
  })

  it.each([1e-9, 0.005, 0.025, 0.5, 0.9, 0.975])('invert the normal distribution at %d', (share) => {
    expect(normalCdf(normalQuantile(share))).toBeCloseTo(share, 12)
  })

  it.each([-6, -1.5, 0, 0.2, 2.1, 40])('equal the closed forms for 1 and 2 degrees of freedom at %d', (t) => {
    expect(studentTCdf(t, 1)).toBeCloseTo(0.5 + Math.atan(t) / Math.PI, 12)
    expect(studentTCdf(t, 2)).toBeCloseTo(0.5 + t / (2 * Math.sqrt(2 + t * t)), 12)
  })

  it('equal the closed form of the incomplete beta for b = 1', () => {
    for (const x of [0.01, 0.3, 0.77, 0.999]) expect(incompleteBeta(x, 3.5, 1)).toBeCloseTo(x ** 3.5, 12)
  })

  // Two-sided 95 % column of the printed t table.
  it.each([
    [1, 12.7062],
    [2, 4.30265],
    [5, 2.57058],
    [30, 2.04227],
  ])('match the tabulated 97.5 %% point for %d degrees of freedom', (degrees, expected) => {
    expect(studentTQuantile(0.975, degrees)).toBeCloseTo(expected, 4)
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
    expect(wilsonInterval(0, 20)[0]).toBe(0)
    expect(wilsonInterval(20, 20)[1]).toBe(1)
  })
})

describe('seededRng', () => {
  it('repeats its sequence for a seed and differs between seeds', () => {
    const draws = (seed: number) => Array.from({ length: 5 }, seededRng(seed))
    expect(draws(7)).toEqual(draws(7))
    expect(draws(7)).not.toEqual(draws(8))
  })

  it('fills the unit interval evenly', () => {
    const rng = seededRng(1)
    const bins = new Array<number>(10).fill(0)
    for (let draw = 0; draw < 20_000; draw += 1) {
      const bin = Math.floor(rng() * 10)
      bins[bin] = (bins[bin] ?? 0) + 1
    }
    for (const count of bins) expect(Math.abs(count - 2000)).toBeLessThan(200)
  })
})
