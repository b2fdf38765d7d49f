import jstat from 'jstat'
import { describe, expect, it } from 'vitest'
import { sampleOf } from '../stats/descriptive'
import { DROP_BELIEF, PASS_OR_FAIL, type ScoreBelief } from './drop-prior'
import { oddsOf } from './regression-posterior'
import { type ConformanceSplit, splitRuns } from './run-noise'

const { jStat } = jstat

/** The posterior of a drop by brute force: sums over a fine grid of the drop and of both spreads, from the densities alone. */
const STEP = 0.004
const DROPS = Array.from({ length: 601 }, (_, place) => -1.2 + STEP * place)
const SPREADS = Array.from({ length: 64 }, (_, place) => Math.exp(-7.5 + 0.12 * place))

type Runs = { n: number; mean: number; squares: number }
const of = (...scores: number[]): Runs => sampleOf(scores) ?? { n: 0, mean: 0, squares: 0 }

const normal = (x: number, variance: number) => Math.exp(-(x * x) / (2 * variance)) / Math.sqrt(variance)

function density(prior: Runs, current: Runs, { s0, nu0, changes }: ScoreBelief): number[] {
  const own = ({ n, squares }: Runs, sigma: number) =>
    sigma ** -(n - 1 + nu0 / 2) * Math.exp(-(squares + (nu0 / 2) * s0 ** 2) / (2 * sigma ** 2))
  const delta = prior.mean - current.mean
  const believed = DROPS.map((drop) => changes.reduce((sum, { tau, share }) => sum + share * normal(drop, tau ** 2), 0))
  const sums = DROPS.map(() => 0)
  for (const one of SPREADS) {
    for (const other of SPREADS) {
      const weight = own(prior, one) * own(current, other) * Math.exp(-((Math.log(one / other) / 0.5) ** 2) / 2)
      const variance = one ** 2 / prior.n + other ** 2 / current.n
      if (weight > 0)
        for (const [place, drop] of DROPS.entries())
          sums[place] = (sums[place] ?? 0) + weight * normal(delta - drop, variance)
    }
  }
  const all = sums.map((sum, place) => sum * (believed[place] ?? 0))
  const total = all.reduce((sum, value) => sum + value, 0)
  return all.map((value) => value / total)
}

/** The share of a density above `size`. */
const above = (values: readonly number[], size: number) => {
  const at = (size - (DROPS[0] ?? 0)) / STEP
  return values.reduce((sum, value, place) => sum + value * Math.min(1, Math.max(0, place - at + 0.5)), 0)
}

const cases: [string, Runs, Runs][] = [
  ['the documented example', of(0.84, 0.84, 0.84), of(0.78, 0.75, 0.79)],
  ['scatter on both sides', of(0.9, 0.7, 0.8), of(0.8, 0.6, 0.65)],
  ['a single new run', of(0.84, 0.8, 0.88, 0.9), of(0.7)],
  ['one run each', of(0.84), of(0.7)],
  ['a huge drop', of(0.9, 0.88, 0.92), of(0.5, 0.55, 0.51)],
  ['a new version that scatters far more', { n: 30, mean: 0.9, squares: 0.003 }, of(0.95, 0.6, 0.8)],
  ['a rise', of(0.6, 0.62, 0.61), of(0.7, 0.75, 0.66)],
]

describe('the odds of a whole score', () => {
  it.each(cases)('match brute force: %s', (_, prior, current) => {
    const { drop, exceeds } = oddsOf(prior, current, 0.05)
    const believed = density(prior, current, DROP_BELIEF.whole)
    expect(Math.abs(drop - above(believed, 0))).toBeLessThan(0.006)
    expect(Math.abs(exceeds - above(believed, 0.05))).toBeLessThan(0.006)
  })
})

const RATES = Array.from({ length: 240 }, (_, place) => Math.sin(((place + 0.5) / 240) * (Math.PI / 2)) ** 2)
/** Width of the cell around a rate of the grid, within which a Beta density is taken as constant. */
const width = (rate: number) => (Math.PI / 240) * Math.sqrt(rate * (1 - rate))
const beta = (rate: number, conformant: number, broken: number) =>
  jStat.beta.pdf(rate, conformant, broken) * width(rate)

function trace(conformant: number, of: number, rest: readonly number[]): ConformanceSplit {
  const runs = rest.map((score, run) => ({
    score: score + (run < conformant ? 0.4 : 0),
    conformance: run < conformant,
  }))
  const split = splitRuns(runs.slice(0, of), 0.4)
  if (!split) throw new Error('no split')
  return split
}

/** P(0.4·(q0 - q1) + rest > size) by sums over both rates. */
function byRates(prior: ConformanceSplit, current: ConformanceSplit, size: number): number {
  const rest = density(prior.rest, current.rest, DROP_BELIEF.rest)
  const tail = new Map<number, number>()
  const restAbove = (drop: number) => {
    const key = Math.round(drop * 500)
    const known = tail.get(key) ?? above(rest, key / 500)
    tail.set(key, known)
    return known
  }
  const { conformant, broken, same, near, any } = DROP_BELIEF.rate
  const seen = (rate: number, side: ConformanceSplit) =>
    rate ** side.conformant * (1 - rate) ** (side.rest.n - side.conformant)
  let [hit, all] = [0, 0]
  for (const before of RATES) {
    const old = beta(before, conformant, broken) * seen(before, prior)
    const stays = same * old * seen(before, current)
    all += stays
    hit += stays * restAbove(size)
    for (const after of RATES) {
      const changed = near * beta(after, 0.5 + 20 * before, 0.5 + 20 * (1 - before)) + any * width(after)
      const weight = old * changed * seen(after, current)
      all += weight
      hit += weight * restAbove(size - 0.4 * (before - after))
    }
  }
  return hit / all
}

describe('the odds with conformance separate', () => {
  const rests = [0.5, 0.52, 0.49, 0.51, 0.47, 0.5, 0.53, 0.48, 0.5, 0.51]
  it.each([
    [3, 3, 3, 3],
    [3, 3, 2, 3],
    [3, 3, 0, 3],
    [10, 10, 7, 10],
    [6, 10, 2, 3],
  ])('match brute force: %d of %d to %d of %d', (conformant, runs, conformantNow, runsNow) => {
    const [before, after] = [trace(conformant, runs, rests), trace(conformantNow, runsNow, rests.toReversed())]
    const whole = (split: ConformanceSplit) => ({
      ...split.rest,
      mean: split.rest.mean + 0.4 * (split.conformant / split.rest.n),
      split,
    })
    const { drop, exceeds } = oddsOf(whole(before), whole(after), 0.05)
    expect(Math.abs(drop - byRates(before, after, 0))).toBeLessThan(0.012)
    expect(Math.abs(exceeds - byRates(before, after, 0.05))).toBeLessThan(0.012)
  })
})

type Outcomes = readonly [conformant: number, of: number]
const seen = (rate: number, [conformant, of]: Outcomes) => rate ** conformant * (1 - rate) ** (of - conformant)

/** The drops of all pairs of rates with their weights, by `PASS_OR_FAIL`; `same` is the weight of an equal rate. */
function passOrFailDrops(prior: Outcomes, current: Outcomes) {
  const { conformant, broken, near, any, hardly, same } = PASS_OR_FAIL.rate
  const olds = RATES.map((rate) => ({ rate, weight: beta(rate, conformant, broken) * seen(rate, prior) }))
  const drops = olds.flatMap(({ rate: before, weight }) =>
    RATES.map((after) => {
      const changed =
        near * beta(after, 0.5 + 20 * before, 0.5 + 20 * (1 - before)) +
        any * width(after) +
        hardly * beta(after, 0.5, 20)
      return { drop: before - after, weight: weight * changed * seen(after, current) }
    }),
  )
  return { drops, same: olds.reduce((sum, { rate, weight }) => sum + same * weight * seen(rate, current), 0) }
}

const sumOf = (drops: readonly { weight: number }[]) => drops.reduce((sum, { weight }) => sum + weight, 0)

/** Drops of rates with Jeffreys' prior each, in ascending order. */
function jeffreysEnds(prior: Outcomes, current: Outcomes): readonly [number, number] {
  const drops = RATES.flatMap((before) =>
    RATES.map((after) => ({
      drop: before - after,
      weight: beta(before, 0.5, 0.5) * seen(before, prior) * beta(after, 0.5, 0.5) * seen(after, current),
    })),
  ).sort((one, other) => one.drop - other.drop)
  const total = sumOf(drops)
  const endOf = (share: number) => {
    let below = 0
    for (const { drop, weight } of drops) {
      below += weight
      if (below >= share * total) return drop
    }
    return Number.NaN
  }
  return [endOf(0.05), endOf(0.95)]
}

describe('the odds of scores that pass or fail', () => {
  const passed = ([conformant, of]: Outcomes) =>
    sampleOf(Array.from({ length: of }, (_, run) => Number(run < conformant)))
  it.each<[Outcomes, Outcomes]>([
    [
      [3, 3],
      [2, 3],
    ],
    [
      [5, 5],
      [5, 5],
    ],
    [
      [2, 4],
      [2, 4],
    ],
    [
      [10, 10],
      [8, 10],
    ],
    [
      [20, 20],
      [3, 3],
    ],
    [
      [100, 100],
      [95, 100],
    ],
  ])('match brute force: %j to %j', (prior, current) => {
    const [before, after] = [passed(prior), passed(current)]
    if (!before || !after) throw new Error('no runs')
    const odds = oddsOf(before, after, 0.05)
    const { drops, same } = passOrFailDrops(prior, current)
    const total = sumOf(drops) + same
    // An equal rate lies on either side of 0 alike; so does a pair of equal rates.
    const even = same + sumOf(drops.filter(({ drop }) => drop === 0))
    expect(Math.abs(odds.drop - (sumOf(drops.filter(({ drop }) => drop > 0)) + even / 2) / total)).toBeLessThan(0.006)
    expect(Math.abs(odds.exceeds - sumOf(drops.filter(({ drop }) => drop > 0.05)) / total)).toBeLessThan(0.006)
    const [low, high] = jeffreysEnds(prior, current)
    expect(Math.abs(odds.interval[0] - low)).toBeLessThan(0.006)
    expect(Math.abs(odds.interval[1] - high)).toBeLessThan(0.006)
  })
})
