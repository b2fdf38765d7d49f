import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleOf } from '../stats/descriptive'
import { benjaminiHochberg } from '../stats/intervals'
import { seededRng } from '../stats/random'
import { compareWeeks, raiseFlags, settleFlags } from './compare-weeks'
import type { WeekPair } from './week-prior'

const flagWeek = (pair: WeekPair) => settleFlags(raiseFlags(pair), pair)

const same = (mean: number, n = 5) => ({ n, mean, squares: 0 })
const kinds = (previous: ReturnType<typeof same> | null, current: ReturnType<typeof same> | null) =>
  flagWeek({ previous, current }).map(({ kind }) => kind)

describe('the flags of a week', () => {
  it.each([
    ['a good week after a good one', same(0.8), same(0.8), []],
    ['a mean of exactly .60', null, same(0.6), []],
    ['a mean a rounding error below .60', null, same(0.6 - 1e-10), []],
    ['a mean below .60', null, same(0.5999), ['low']],
    ['a drop of exactly .05', same(0.85), same(0.8), []],
    ['a drop of .05 that floating point makes larger', same(0.8), same(0.75), []],
    ['a drop above .05', same(0.8), same(0.7499), ['drop']],
    ['a rise', same(0.7), same(0.9), []],
    ['a large drop to a low mean', same(0.9), same(0.5), ['low', 'drop']],
    ['the first week', null, same(0.9), []],
    ['a week without a scored run', same(0.9), null, []],
  ])('for %s', (_, previous, current, expected) => {
    expect(kinds(previous, current)).toEqual(expected)
  })

  it('has null noise with too few runs, and still raises the flag', () => {
    const flags = (before: number, now: number) => flagWeek({ previous: same(0.9, before), current: same(0.5, now) })
    expect(flags(2, 9)[1]).toMatchObject({ kind: 'drop', noise: null })
    expect(flags(9, 2)).toMatchObject([{ noise: null }, { noise: null }])
    expect(flagWeek({ previous: null, current: same(0.5, 3) })[0]?.noise).toBeGreaterThan(0)
  })

  it('is less likely noise, the more runs show the same', () => {
    const noise = [3, 10, 40].map((n) => flagWeek({ previous: same(0.8, n), current: same(0.74, n) })[0]?.noise ?? 1)
    expect(noise[0]).toBeLessThan(0.6)
    expect(noise.toSorted((a, b) => b - a)).toEqual(noise)
    const low = [3, 10, 40].map((n) => flagWeek({ previous: null, current: same(0.55, n) })[0]?.noise ?? 1)
    expect(low.toSorted((a, b) => b - a)).toEqual(low)
  })
})

describe('compareWeeks', () => {
  it('has the change within its interval, and is antisymmetric', () => {
    const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(scores, scores, (before, after) => {
        const [previous, current] = [sampleOf(before), sampleOf(after)]
        const there = compareWeeks(previous, current)
        const back = compareWeeks(current, previous)
        if (!there || !back) throw new Error('both weeks have runs')
        expect(there.change).toBeCloseTo((current?.mean ?? 0) - (previous?.mean ?? 0), 12)
        expect(there.interval[0]).toBeLessThan(there.change)
        expect(there.interval[1]).toBeGreaterThan(there.change)
        expect(there.interval[0]).toBeCloseTo(-back.interval[1], 12)
        expect(there.p).toBeCloseTo(back.p, 12)
        expect(there.p >= 0 && there.p <= 1).toBe(true)
        expect(there.isTooFew).toBe(Math.min(before.length, after.length) < 3)
      }),
    )
  })

  it('finds few changes among many weeks in which nothing changed', () => {
    const random = seededRng(7)
    const scores = () => Array.from({ length: 10 }, () => 0.6 + 0.3 * random())
    const pages = 200
    let pagesWithMovers = 0
    for (let page = 0; page < pages; page++) {
      const ps = Array.from({ length: 20 }, () => compareWeeks(sampleOf(scores()), sampleOf(scores()))?.p ?? 1)
      if (benjaminiHochberg(ps).includes(true)) pagesWithMovers++
    }
    expect(pagesWithMovers / pages).toBeLessThan(0.15)
  })
})

describe('benjaminiHochberg', () => {
  it.each([
    [[], []],
    [[0.2], [false]],
    [[0.1], [true]],
    [
      [0.01, 0.9, 0.04, 0.03],
      [true, false, true, true],
    ],
    [
      [0.05, 0.06, 0.07],
      [true, true, true],
    ],
  ])('selects from %j at 10 %%', (ps, expected) => {
    expect(benjaminiHochberg(ps)).toEqual(expected)
  })
})
