import { expect, it } from 'vitest'
import { sampleOf } from '../stats/descriptive'
import { chainPriorOf } from './chain-prior'
import { DROP_BELIEF } from './drop-prior'
import { oddsOf, type VersionSample } from './regression-posterior'
import { splitRuns, splitSums } from './run-noise'

const version = (...scores: number[]): VersionSample => sampleOf(scores) ?? { n: 0, mean: 0, squares: 0 }

it('returns the general prior without a history', () => {
  expect(chainPriorOf([], null)).toEqual(DROP_BELIEF)
  const only = version(0.9, 0.2, 0.5)
  expect(chainPriorOf([only], only)).toEqual(DROP_BELIEF)
})

it('learns the spread of runs, with growing but bounded weight', () => {
  const wild = (versions: number) => Array.from({ length: versions }, () => version(0.7, 0.8, 0.9, 0.8, 0.8))
  const { s0, nu0 } = chainPriorOf(wild(4), null).whole
  // (nu0·s0² + SS)/(nu0 + degrees), SS = .02 a version.
  expect(s0).toBeCloseTo(Math.sqrt((0.04 ** 2 + 4 * 0.02) / (1 + 16)), 12)
  expect(nu0).toBe(9)
  expect(chainPriorOf(wild(1), null).whole.nu0).toBe(5)
  expect(chainPriorOf(wild(400), null).whole.nu0).toBe(9)
})

it("learns the sizes of a chain's changes, and never rules out a change", () => {
  const shares = (means: number[]) =>
    chainPriorOf(
      means.map((mean) => version(mean - 0.01, mean, mean + 0.01)),
      null,
    ).whole.changes.map(({ share }) => share)
  const [calm, wild] = [shares(Array(30).fill(0.8)), shares([0.9, 0.5, 0.8, 0.3, 0.9, 0.4])]
  for (const all of [calm, wild]) expect(all.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
  expect(calm[0]).toBeGreaterThan(0.4)
  expect(calm[2]).toBeGreaterThan(0.04)
  expect(wild[2]).toBeGreaterThan(0.3)
  expect(wild[0]).toBeLessThan(0.2)
})

it('accepts a huge drop of a chain that never moved', () => {
  const calm = Array.from({ length: 30 }, () => version(0.8, 0.81, 0.79))
  const prior = calm.at(-1) ?? null
  const odds = oddsOf(version(0.8, 0.81, 0.79), version(0.4, 0.42, 0.44), 0.05, chainPriorOf(calm, prior))
  expect(odds.exceeds).toBeGreaterThan(0.99)
  expect(odds.interval[0]).toBeGreaterThan(0.3)
})

it('learns how often the contract is kept, from the runs that have one', () => {
  const traced = (conformant: number, runs: number): VersionSample => ({
    ...version(0.5, 0.5),
    split: { weight: 0.4, conformant, rest: { n: runs, mean: 0.4, squares: 0 } },
  })
  const { rate } = chainPriorOf([traced(50, 100), version(0.5, 0.6)], null)
  expect(rate.conformant / (rate.conformant + rate.broken)).toBeCloseTo(54.5 / 105, 12)
  expect(rate.conformant + rate.broken).toBeCloseTo(20, 12)
})

it('does not learn the spread from the compared version, which is already data', () => {
  const [prior, ...others] = Array.from({ length: 5 }, (_, place) =>
    version(...(place === 0 ? [0.1, 0.9, 0.1, 0.9] : [0.8, 0.82, 0.8, 0.82])),
  )
  if (!prior) throw new Error('no version')
  expect(chainPriorOf([...others, prior], prior).whole.s0).toBeLessThan(0.02)
})

it('splits sums like the runs behind them', () => {
  const runs = [
    { score: 0.95, conformance: true },
    { score: 0.8, conformance: true },
    { score: 0.35, conformance: false },
  ]
  const sums = { n: 3, sum: 2.1, squares: 0.95 ** 2 + 0.8 ** 2 + 0.35 ** 2, conformant: 2, conformantSum: 1.75 }
  const split = splitSums(sums, 0.4)
  expect(split).toMatchObject({ weight: 0.4, conformant: 2, rest: { n: 3 } })
  expect(split?.rest.mean).toBeCloseTo((0.55 + 0.4 + 0.35) / 3, 12)
  expect(split?.rest.squares).toBeCloseTo(sampleOf([0.55, 0.4, 0.35])?.squares ?? Number.NaN, 12)
  expect(splitRuns(runs, 0.4)?.rest.mean).toBeCloseTo(split?.rest.mean ?? Number.NaN, 12)
  expect(splitSums(sums, 0)).toBeNull()
})
