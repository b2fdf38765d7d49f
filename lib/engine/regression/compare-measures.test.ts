import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleOf } from '../stats/descriptive'
import { compareMeans, compareShares, directionOf } from './compare-measures'

const rule = { more: 1, minRuns: 3, isScore: true } as const
const times = (count: number, value: number) => sampleOf(Array.from({ length: count }, () => value))

describe('compareMeans', () => {
  it.each([
    ['too few runs', times(2, 0.9), times(9, 0.1), 'too_few'],
    ['no runs on one side', null, times(9, 0.1), 'too_few'],
    ['three equal runs slightly lower, which are too few to settle it', times(3, 0.84), times(3, 0.8), 'unclear'],
    ['thirty equal runs slightly lower', times(30, 0.84), times(30, 0.8), 'worse'],
    ['a rise', times(9, 0.5), times(9, 0.9), 'better'],
    ['no change', times(9, 0.5), times(9, 0.5), 'unclear'],
  ])('for %s', (_, a, b, direction) => {
    expect(compareMeans(a, b, rule).direction).toBe(direction)
  })

  it('reverses the direction when lower is better', () => {
    expect(compareMeans(times(9, 1), times(9, 2), { ...rule, more: -1 }).direction).toBe('worse')
  })

  it('is certain when nothing varies and no spread is expected', () => {
    const free = { ...rule, more: -1, isScore: false } as const
    expect(compareMeans(times(9, 0), times(9, 0), free)).toEqual({ change: 0, interval: [0, 0], direction: 'unclear' })
  })

  it('expects costs to vary with their size', () => {
    const cost = { ...rule, more: -1, isScore: false } as const
    const [cents, dollars] = [1, 100].map((unit) => compareMeans(times(5, 2 * unit), times(5, 3 * unit), cost))
    expect(dollars?.interval?.[0]).toBeCloseTo(100 * (cents?.interval?.[0] ?? 0), 9)
    expect(dollars?.direction).toBe('worse')
  })

  it('is antisymmetric, with the change within the interval', () => {
    const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 20 })
    fc.assert(
      fc.property(values, values, (one, other) => {
        const [a, b] = [sampleOf(one), sampleOf(other)]
        const [there, back] = [compareMeans(a, b, rule), compareMeans(b, a, rule)]
        const [low, high] = there.interval ?? [1, -1]
        expect(low).toBeLessThanOrEqual(there.change ?? 0)
        expect(high).toBeGreaterThanOrEqual(there.change ?? 0)
        expect(back.change).toBeCloseTo(-(there.change ?? 0), 9)
        expect(back.interval?.[0]).toBeCloseTo(-high, 9)
      }),
    )
  })
})

const SHARES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95]

/** The chance of each count of successes. */
function binomial(n: number, share: number): number[] {
  const chances = [(1 - share) ** n]
  for (let k = 1; k <= n; k++) chances.push(((((chances[k - 1] ?? 0) * (n - k + 1)) / k) * share) / (1 - share))
  return chances
}

const isWithin = (value: number, [low, high]: readonly [number, number]) =>
  value >= low - 1e-12 && value <= high + 1e-12

describe('compareShares', () => {
  it('has the interval of Agresti and Caffo: one success and one failure more on each side', () => {
    // (7/10 + 1 + 1) and (2/10 + 1 + 1): 8/12 - 3/12 ± 1.645·√(2/9·1/12 + 3/16·1/12)
    const { change, interval } = compareShares({ yes: 2, n: 10 }, { yes: 7, n: 10 }, rule)
    expect(change).toBeCloseTo(0.5, 9)
    expect(interval?.[0]).toBeCloseTo(5 / 12 - 1.6448536 * Math.sqrt((2 / 9 + 3 / 16) / 12), 6)
    expect(interval?.[1]).toBeCloseTo(5 / 12 + 1.6448536 * Math.sqrt((2 / 9 + 3 / 16) / 12), 6)
  })

  it.each([3, 4, 5, 8, 12, 20, 50])('covers at least .86 of %i runs a side, and on average .9 to .97', (n) => {
    const sides = Array.from({ length: n + 1 }, (_, yes) => ({ yes, n }))
    const intervals = sides.map((a) => sides.map((b) => compareShares(a, b, rule).interval))
    const coverages = SHARES.flatMap((before) =>
      SHARES.map((after) => {
        const [a, b] = [binomial(n, before), binomial(n, after)]
        const covers = (x: number, y: number) => isWithin(after - before, intervals[x]?.[y] ?? [1, -1])
        return a.reduce((sum, p, x) => sum + p * b.reduce((part, q, y) => part + (covers(x, y) ? q : 0), 0), 0)
      }),
    )
    expect(Math.min(...coverages)).toBeGreaterThan(0.86)
    const mean = coverages.reduce((sum, one) => sum + one, 0) / coverages.length
    expect(mean).toBeGreaterThan(0.9)
    expect(mean).toBeLessThan(0.97)
  })

  it('is antisymmetric and within -1 and 1', () => {
    const share = fc
      .integer({ min: 3, max: 40 })
      .chain((n) => fc.record({ n: fc.constant(n), yes: fc.integer({ min: 0, max: n }) }))
    fc.assert(
      fc.property(share, share, (a, b) => {
        const there = compareShares(a, b, rule)
        const back = compareShares(b, a, rule)
        const [low, high] = there.interval ?? [9, 9]
        expect(low).toBeGreaterThanOrEqual(-1 - 1e-9)
        expect(high).toBeLessThanOrEqual(1 + 1e-9)
        expect(back.interval?.[0]).toBeCloseTo(-high, 9)
        expect(isWithin(there.change ?? 9, [low, high])).toBe(true)
      }),
    )
  })

  it.each([
    [{ yes: 0, n: 0 }, { yes: 3, n: 3 }, 'too_few'],
    [{ yes: 2, n: 2 }, { yes: 0, n: 9 }, 'too_few'],
    [{ yes: 20, n: 20 }, { yes: 2, n: 20 }, 'worse'],
    [{ yes: 10, n: 20 }, { yes: 11, n: 20 }, 'unclear'],
  ])('from %j to %j is %s', (a, b, direction) => expect(compareShares(a, b, rule).direction).toBe(direction))
})

it('directionOf is unclear for an interval that touches no change', () => {
  expect(directionOf([0, 0.4], { more: 1 })).toBe('unclear')
})
