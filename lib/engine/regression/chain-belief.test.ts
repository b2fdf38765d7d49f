import { expect, it } from 'vitest'
import { sampleOf } from '@/lib/engine/stats/sample'
import { beliefOf } from './chain-belief'
import { splitRuns, splitSums } from './conformance-split'
import { DROP_BELIEF, type VersionSample } from './drop-odds'

const version = (...scores: number[]): VersionSample => sampleOf(scores) ?? { n: 0, mean: 0, squares: 0 }

it('believes what is assumed of any chain until the history is long enough', () => {
  expect(beliefOf([], null)).toEqual(DROP_BELIEF)
  expect(beliefOf([version(0.9, 0.8), version(0.8, 0.8), version(0.9, 0.7)], null)).toEqual(DROP_BELIEF)
})

it('learns how far versions move and runs scatter, and never that nothing can happen', () => {
  const wild = [0.9, 0.8, 0.9, 0.8].map((mean) => version(mean - 0.1, mean, mean + 0.1, mean, mean))
  const { whole } = beliefOf(wild, null)
  expect(whole.tau).toBeCloseTo(0.1, 12)
  expect(whole.s0).toBeCloseTo(Math.sqrt((4 * 0.02) / 16), 12)
  const calm = Array.from({ length: 6 }, () => version(0.8, 0.8, 0.8))
  expect(beliefOf(calm, null).whole).toEqual({ nu0: 4, tau: 0.02, s0: 0.01 })
})

it('learns nothing of the scatter from the version compared with, which is data already', () => {
  const [prior, ...others] = Array.from({ length: 5 }, (_, place) =>
    version(...(place === 0 ? [0.1, 0.9, 0.1, 0.9] : [0.8, 0.82, 0.8, 0.82])),
  )
  if (!prior) throw new Error('no version')
  expect(beliefOf([...others, prior], prior).whole.s0).toBeLessThan(0.02)
})

it('takes sums apart as it takes the runs behind them', () => {
  const runs = [
    { score: 0.95, conformance: true },
    { score: 0.8, conformance: true },
    { score: 0.35, conformance: false },
  ]
  const sums = { n: 3, sum: 2.1, squares: 0.95 ** 2 + 0.8 ** 2 + 0.35 ** 2, kept: 2, keptSum: 1.75 }
  const split = splitSums(sums, 0.4)
  expect(split).toMatchObject({ weight: 0.4, kept: 2, rest: { n: 3 } })
  expect(split?.rest.mean).toBeCloseTo((0.55 + 0.4 + 0.35) / 3, 12)
  expect(split?.rest.squares).toBeCloseTo(sampleOf([0.55, 0.4, 0.35])?.squares ?? Number.NaN, 12)
  expect(splitRuns(runs, 0.4)?.rest.mean).toBeCloseTo(split?.rest.mean ?? Number.NaN, 12)
  expect(splitSums(sums, 0)).toBeNull()
})
