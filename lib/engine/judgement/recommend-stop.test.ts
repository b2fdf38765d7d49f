import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzeConvergence } from '@/lib/engine/iteration/analyze-convergence'
import { recommendStop } from '@/lib/engine/judgement/recommend-stop'

const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 })

describe('recommendStop', () => {
  it.each<[string, number[], 'continue' | 'stop']>([
    ['continues while scores rise', [0.5, 0.62, 0.71, 0.78], 'continue'],
    ['continues after one score', [0.6], 'continue'],
    ['continues after one bad step', [0.6, 0.5], 'continue'],
    ['stops when nothing changes any more', [0.7, ...Array.from({ length: 8 }, () => 0.75)], 'stop'],
    ['stops when nothing is left to gain', [0.4, 1], 'stop'],
  ])('%s', (_what, list, recommendation) => {
    expect(recommendStop({ scores: list }).recommendation).toBe(recommendation)
  })

  it('judges any number of scores', () => {
    const { recommendation, expectedGain, interval } = recommendStop({
      scores: Array.from({ length: 10_000 }, () => 0.7),
    })
    expect(recommendation).toBe('stop')
    expect(expectedGain).toBeCloseTo(0, 12)
    expect(interval?.every(Number.isFinite)).toBe(true)
  })

  it('continues without a score, with no forecast', () => {
    expect(recommendStop({ scores: [] })).toEqual({
      published: { state: 'insufficient', action: 'continue' },
      expectedGain: null,
      interval: null,
      recommendation: 'continue',
      best: null,
      method: 'none',
    })
  })

  it('returns the published rule unchanged', () => {
    fc.assert(
      fc.property(scores, (list) => {
        const { state, action, best } = analyzeConvergence({ scores: list })
        expect(recommendStop({ scores: list })).toMatchObject({ published: { state, action }, best })
      }),
    )
  })

  it('expects a gain between zero and what is left, within its interval', () => {
    fc.assert(
      fc.property(scores, fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }), (list, evaluations) => {
        const { expectedGain, interval, best } = recommendStop({ scores: list, evaluations })
        const left = 1 - (best?.score ?? 0)
        expect(expectedGain).toBeGreaterThanOrEqual(0)
        expect(expectedGain).toBeLessThanOrEqual(left)
        const [low, high] = interval ?? [1, 0]
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeGreaterThanOrEqual(low)
        expect(high).toBeLessThanOrEqual(left)
      }),
    )
  })

  it('stops earlier the more an iteration costs', () => {
    const list = [0.6, 0.68, 0.7, 0.71]
    const { expectedGain } = recommendStop({ scores: list })
    expect(expectedGain).toBeGreaterThan(0.001)
    expect(recommendStop({ scores: list, cost: (expectedGain ?? 0) * 0.99 }).recommendation).toBe('continue')
    expect(recommendStop({ scores: list, cost: (expectedGain ?? 0) * 1.01 }).recommendation).toBe('stop')
  })

  it('expects less from fluctuations explained by few items', () => {
    const list = [0.5, 0.56, 0.48, 0.55, 0.51]
    const gains = [undefined, 1000, 100, 30].map(
      (evaluations) => recommendStop({ scores: list, evaluations }).expectedGain,
    )
    expect(gains).toEqual(gains.toSorted((a, b) => (b ?? 0) - (a ?? 0)))
    expect(gains.at(-1)).toBeLessThan(gains[0] ?? 0)
  })

  it('accepts one evaluation size for all scores, or one for each', () => {
    const list = [0.5, 0.56, 0.48]
    expect(recommendStop({ scores: list, evaluations: [50, 50, 50] }).expectedGain).toBeCloseTo(
      recommendStop({ scores: list, evaluations: 50 }).expectedGain ?? -1,
      12,
    )
  })
})

describe('invalid input is rejected with its field', () => {
  it.each([
    [{ scores: [0.5, 1.5] }, 'scores[1]'],
    [{ scores: [0.5], evaluations: 0 }, 'evaluations'],
    [{ scores: [0.5], evaluations: [10, 10] }, 'evaluations'],
    [{ scores: [0.5, 0.6], evaluations: [10, Number.NaN] }, 'evaluations[1]'],
    [{ scores: [0.5], cost: -0.1 }, 'cost'],
  ])('%j', (input, path) => {
    expect(() => recommendStop(input)).toThrow(
      expect.objectContaining({ issues: [{ path, message: expect.any(String) }] }),
    )
  })
})
