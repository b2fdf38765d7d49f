import fc from 'fast-check'
import jstat from 'jstat'
import { describe, expect, it } from 'vitest'
import { type Interval, type Sample, sampleOf } from '../stats/descriptive'
import { seededRng } from '../stats/random'
import { compareMeans } from './compare-measures'
import { measuredDrop } from './measured-drop'
import { dropInterval } from './regression-posterior'
import { pairMeans } from './scenario-pairs'

const { jStat } = jstat
const assumed = { s0: 0.04, nu0: 0.3 }
const of = (...scores: number[]): Sample => sampleOf(scores) ?? { n: 0, mean: 0, squares: 0 }

describe('the interval of a measured drop', () => {
  it('is a moderated t with the degrees of Welch and Satterthwaite', () => {
    const [prior, current] = [of(10, 13, 16), of(8, 9, 10, 13)]
    const nu = 0.3 + 5
    const pooled = (0.3 * 4 + 18 + 14) / nu
    const [v, w] = [(2 * pooled + 18) / 4 / 3, (2 * pooled + 14) / 5 / 4]
    const own = (2 * nu) / (2 + nu)
    const degrees = (v + w) ** 2 / (v ** 2 / (2 + own) + w ** 2 / (3 + own))
    const half = jStat.studentt.inv(0.95, Math.min(nu, degrees)) * Math.sqrt(v + w)
    const [low, high] = measuredDrop(prior, current, { s0: 2, nu0: 0.3 }, { isScore: false })
    expect(low).toBeCloseTo(3 - half, 6)
    expect(high).toBeCloseTo(3 + half, 6)
  })

  it('contains the drop, stays within -1 and 1 for scores, and is reversed when the versions are swapped', () => {
    const sample = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(sample, sample, (one, other) => {
        const [prior, current] = [of(...one), of(...other)]
        const [low, high] = measuredDrop(prior, current, assumed, { isScore: true })
        const back = measuredDrop(current, prior, assumed, { isScore: true })
        expect(low).toBeLessThanOrEqual(prior.mean - current.mean + 1e-12)
        expect(high).toBeGreaterThanOrEqual(prior.mean - current.mean - 1e-12)
        expect([low >= -1, high <= 1]).toEqual([true, true])
        expect(back[0]).toBeCloseTo(-high, 9)
        expect(back[1]).toBeCloseTo(-low, 9)
      }),
    )
  })

  it('narrows with pairing, and with more runs', () => {
    const width = ([low, high]: Interval) => high - low
    const scores = [0.9, 0.6, 0.8]
    const [few, many] = [of(...scores), of(...scores, ...scores, ...scores)]
    const whole = measuredDrop(few, few, assumed, { isScore: true })
    expect(width(measuredDrop(few, few, assumed, { isScore: true, left: 0.25 }))).toBeCloseTo(width(whole) / 2, 9)
    expect(width(measuredDrop(many, many, assumed, { isScore: true }))).toBeLessThan(width(whole) / 1.7)
  })
})

type Draw = (random: () => number) => number
const near = (at: number, random: () => number) => at + 0.04 * (random() - 0.5)
const peaks =
  (high: number, low: number, share: number): Draw =>
  (random) =>
    near(random() < share ? high : low, random)
const mixed =
  (share: number, least: number): Draw =>
  (random) =>
    random() < share ? 1 : least + (1 - least) * random()
const quiet =
  (mean: number, sigma: number): Draw =>
  (random) =>
    mean + sigma * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Two versions each: name, the prior one, the current one, and the true drop. */
const populations: [string, Draw, Draw, number][] = [
  ['one half at either peak', peaks(0.9, 0.5, 0.5), peaks(0.9, 0.5, 0.5), 0],
  ['peaks far apart', peaks(0.95, 0.05, 0.6), peaks(0.95, 0.05, 0.5), 0.09],
  ['three quarters in full, the rest anywhere', mixed(0.7, 0), mixed(0.4, 0.2), 0.85 - 0.76],
  ['few in full', mixed(0.3, 0), mixed(0.3, 0), 0],
  ['quiet', quiet(0.75, 0.05), quiet(0.7, 0.05), 0.05],
  ['wild', quiet(0.7, 0.1), quiet(0.6, 0.1), 0.1],
]
const ROUNDS = 400

/** Mean over the populations of how often an interval of the drop from `n` runs to `n` contains the true one. */
function coverage(n: number, interval: (prior: number[], current: number[]) => Interval | null | undefined): number {
  const held = populations.map(([, before, after, drop], at) => {
    const random = seededRng(30 + at)
    const draw = (from: Draw) => Array.from({ length: n }, () => from(random))
    const rounds = Array.from({ length: ROUNDS }, () => interval(draw(before), draw(after)))
    return rounds.filter((one) => one && one[0] <= drop && drop <= one[1]).length / ROUNDS
  })
  return held.reduce((sum, share) => sum + share, 0) / held.length
}

describe.each([3, 4, 5, 10, 30])('of %i runs a side, scores with two peaks and without,', (n) => {
  it('the interval of a drop contains it about nine times in ten', () => {
    const held = coverage(n, (prior, current) => dropInterval(of(...prior), of(...current)))
    expect(held).toBeGreaterThan(0.87)
    expect(held).toBeLessThan(0.93)
  })

  it('that of a change of means does so at least as often, and not by much more', () => {
    const held = coverage(n, (prior, current) => {
      const { interval } = compareMeans(of(...prior), of(...current), { more: 1, minRuns: 3, isScore: true })
      return interval && [0 - interval[1], 0 - interval[0]]
    })
    expect(held).toBeGreaterThan(0.87)
    expect(held).toBeLessThan(0.95)
  })

  it('so does that of scenarios that both ran', () => {
    const named = (scores: number[]) => new Map(scores.map((score, at) => [String(at), score]))
    const held = coverage(n, (prior, current) => pairMeans(named(prior), named(current))?.interval)
    expect(held).toBeGreaterThan(0.87)
    expect(held).toBeLessThan(0.95)
  })
})
