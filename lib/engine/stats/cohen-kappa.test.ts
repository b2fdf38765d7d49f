import { describe, expect, it } from 'vitest'
import { cohenKappa } from './cohen-kappa'

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
