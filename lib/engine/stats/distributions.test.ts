import jstat from 'jstat'
import { describe, expect, it } from 'vitest'
import {
  incompleteBeta,
  logGamma,
  normalCdf,
  normalQuantile,
  studentTCdf,
  studentTDensity,
  studentTQuantile,
} from './distributions'

const { jStat } = jstat

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

describe('the normal distribution', () => {
  it.each([
    [0, 0.5],
    [1, 0.841344746068543],
    [-1.959963984540054, 0.025],
    [2.5758293035489, 0.995],
    [-7.2, 3.0106e-13],
  ])('P(Z <= %d) is %d', (z, expected) => {
    expect(normalCdf(z)).toBeCloseTo(expected, 12)
  })

  it('agrees with an independent implementation, increases, and is symmetric', () => {
    let last = 0
    for (let z = -9; z <= 9; z += 0.01) {
      const share = normalCdf(z)
      expect(share).toBeCloseTo(jStat.normal.cdf(z, 0, 1), 7)
      expect(share).toBeGreaterThanOrEqual(last)
      expect(share + normalCdf(-z)).toBeCloseTo(1, 14)
      last = share
    }
  })

  it('is 0 and 1 in the far tails', () => {
    expect([normalCdf(-Infinity), normalCdf(-50), normalCdf(50), normalCdf(Infinity)]).toEqual([0, 0, 1, 1])
  })
})

describe('the density of Student t', () => {
  it.each([
    [0, 1, 1 / Math.PI],
    [1, 1, 1 / (2 * Math.PI)],
    [0, 2, 1 / (2 * Math.SQRT2)],
    [2, 1e7, Math.exp(-2) / Math.sqrt(2 * Math.PI)],
  ])('at %d with %d degrees', (t, degrees, expected) => {
    expect(studentTDensity(t, degrees)).toBeCloseTo(expected, 6)
  })

  it.each([0.3, 1, 4.5, 30])('is the derivative of the distribution with %d degrees', (degrees) => {
    for (const t of [-3, -0.7, 0.1, 2.4]) {
      const slope = (studentTCdf(t + 1e-4, degrees) - studentTCdf(t - 1e-4, degrees)) / 2e-4
      expect(studentTDensity(t, degrees)).toBeCloseTo(slope, 6)
    }
  })
})
