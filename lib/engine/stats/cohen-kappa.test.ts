import { describe, expect, it } from 'vitest'
import { cohenKappa, kappaInterval } from './agreement'

const pairs = (both: number, first: number, second: number, neither: number) => [
  ...Array.from({ length: both }, () => [true, true] as const),
  ...Array.from({ length: first }, () => [true, false] as const),
  ...Array.from({ length: second }, () => [false, true] as const),
  ...Array.from({ length: neither }, () => [false, false] as const),
]

describe("Cohen's kappa", () => {
  // The worked example of Cohen's measure: 20 both yes, 5 and 10 apart, 15 both no.
  it('is .4 when 70 % agree and chance gives half', () => {
    expect(cohenKappa(pairs(20, 5, 10, 15))).toBeCloseTo(0.4, 12)
  })

  it('is 1 when two always agree on both answers, and -1 when they never do on halves', () => {
    expect(cohenKappa(pairs(5, 0, 0, 5))).toBe(1)
    expect(cohenKappa(pairs(0, 5, 5, 0))).toBe(-1)
  })

  it('is null without units, and for two who only ever give the same answer', () => {
    expect(cohenKappa([])).toBeNull()
    expect(cohenKappa(pairs(7, 0, 0, 0))).toBeNull()
  })

  it('is symmetric', () => {
    expect(cohenKappa(pairs(3, 4, 1, 2))).toBeCloseTo(cohenKappa(pairs(3, 1, 4, 2)) ?? 0, 12)
  })
})

describe('the interval of kappa', () => {
  it('agrees with the large-sample interval of Fleiss, Cohen and Everitt (1969)', () => {
    const ERROR = 0.04016
    const [low, high] = kappaInterval(pairs(200, 50, 100, 150)) ?? [0, 0]
    expect(Math.abs(low - (0.4 - 1.96 * ERROR))).toBeLessThan(0.01)
    expect(Math.abs(high - (0.4 + 1.96 * ERROR))).toBeLessThan(0.01)
  })

  it('is narrower for more units, and the same in any order of them', () => {
    const widthOf = (times: number) => {
      const [low, high] = kappaInterval(pairs(20 * times, 5 * times, 10 * times, 15 * times)) ?? [0, 0]
      return high - low
    }
    expect(widthOf(4) / widthOf(1)).toBeCloseTo(0.5, 1)
    expect(kappaInterval(pairs(20, 5, 10, 15).toReversed())).toEqual(kappaInterval(pairs(20, 5, 10, 15)))
  })

  it('is null without a kappa', () => {
    expect(kappaInterval([])).toBeNull()
    expect(kappaInterval(pairs(7, 0, 0, 0))).toBeNull()
  })
})
