import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRng } from '../stats/random'
import { judgeEscalation, MIN_REFERENCE_DAYS } from './judge-escalation'

/** Draws counts with this mean and a variance of `dispersion` times the mean: Poisson with a gamma-distributed mean. */
function counts(seed: number, mean: number, dispersion: number): () => number {
  const rng = seededRng(seed)
  const poisson = (rate: number) => {
    let count = 0
    for (let left = rate; ; count++) {
      left += Math.log(1 - rng())
      if (left < 0) return count
    }
  }
  // A gamma variable of integer shape is a sum of exponential ones.
  const shape = Math.round(mean / (dispersion - 1))
  return () => {
    if (dispersion === 1) return poisson(mean)
    const gamma = Array.from({ length: shape }, () => -Math.log(1 - rng())).reduce((sum, one) => sum + one, 0)
    return poisson((gamma * mean) / shape)
  }
}

const days = (count: number, of: number) => Array.from({ length: of }, () => count)

describe('judgeEscalation', () => {
  it.each<[string, number, number[], string]>([
    ['too few days: six', 1000, days(1, 6), 'too_few'],
    ['an unchanged rate', 10, days(10, 14), 'usual'],
    ['twice as many at a high rate', 20, days(5, 14), 'escalating'],
    ['a few after none', 4, days(0, 14), 'usual'],
    ['many after none', 6, days(0, 14), 'escalating'],
    ['many, but within the usual variation', 60, [0, 80, 5, 0, 70, 2, 0, 64, 1, 0, 90, 3, 0, 75], 'usual'],
    ['far more than before', 400, [0, 80, 5, 0, 70, 2, 0, 64, 1, 0, 90, 3, 0, 75], 'escalating'],
    ['none', 0, days(30, 14), 'usual'],
  ])('%s', (_, count, former, expected) => {
    expect(judgeEscalation({ count, former }).state).toBe(expected)
  })

  it('is escalating exactly above the bound', () => {
    const series = fc.array(fc.nat({ max: 500 }), { minLength: MIN_REFERENCE_DAYS, maxLength: 14 })
    fc.assert(
      fc.property(series, (former) => {
        const bound = judgeEscalation({ count: 0, former }).bound ?? 0
        expect(judgeEscalation({ count: bound, former }).state).toBe('usual')
        expect(judgeEscalation({ count: bound + 1, former }).state).toBe('escalating')
      }),
    )
  })

  it.each([
    ['Poisson variation', 6, 1],
    ['higher variation', 12, 4],
  ])('rarely calls an unchanged group escalating: %s', (_, mean, dispersion) => {
    const draw = counts(7, mean, dispersion)
    const trials = 4000
    let called = 0
    for (let trial = 0; trial < trials; trial++) {
      const former = Array.from({ length: 14 }, draw)
      if (judgeEscalation({ count: draw(), former }).state === 'escalating') called++
    }
    expect(called / trials).toBeLessThan(0.008)
  })
})
