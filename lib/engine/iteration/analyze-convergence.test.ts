import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineInputError } from '@/lib/engine/input-error'
import { analyzeConvergence } from '@/lib/engine/iteration/analyze-convergence'

describe('the state of a series', () => {
  it.each([
    [[], 'insufficient', 'continue'],
    [[0.6], 'insufficient', 'continue'],
    [[0.5, 0.6], 'improving', 'continue'],
    [[0.6, 0.5], 'undetermined', 'continue'],
    [[0.6, 0.61], 'undetermined', 'continue'],
    [[0.5, 0.6, 0.7], 'improving', 'continue'],
    [[0.7, 0.71, 0.705], 'plateauing', 'stop_accept_best'],
    [[0.7, 0.6, 0.5], 'degrading', 'stop_revert_best'],
    [[0.6, 0.75, 0.6], 'undetermined', 'continue'],
    [[0.75, 0.6, 0.75], 'improving', 'continue'],
    [[0.6, 0.75, 0.6, 0.75], 'oscillating', 'stop_contradictory'],
    [[0.75, 0.6, 0.75, 0.6], 'oscillating', 'stop_contradictory'],
    [[0.6, 0.75, 0.6, 0.61], 'undetermined', 'continue'],
    [[0.9, 0.8, 0.79], 'undetermined', 'continue'],
    [[0.1, 0.9, 0.5, 0.5, 0.5], 'plateauing', 'stop_accept_best'],
  ])('%j is %s', (scores, state, action) => {
    expect(analyzeConvergence({ scores })).toMatchObject({ state, action, tolerance: 0.02 })
  })

  it.each([
    [[0.5, 0.52, 0.54], 'plateauing'],
    [[0.8, 0.82, 0.84], 'plateauing'],
    [[0.84, 0.82, 0.8], 'plateauing'],
    [[0.5, 0.5, 0.5200001], 'improving'],
  ])('takes a change of exactly the tolerance for none: %j is %s', (scores, state) => {
    expect(analyzeConvergence({ scores }).state).toBe(state)
  })

  it('accepts another tolerance', () => {
    expect(analyzeConvergence({ scores: [0.5, 0.58, 0.5], tolerance: 0.1 }).state).toBe('plateauing')
    expect(analyzeConvergence({ scores: [0.5, 0.501], tolerance: 0 }).state).toBe('improving')
  })
})

describe('the best attempt', () => {
  it.each([
    [[0.7, 0.71, 0.705], { iteration: 2, score: 0.71 }],
    [[0.6, 0.75, 0.6, 0.75], { iteration: 2, score: 0.75 }],
    [[0.7, 0.6, 0.5], { iteration: 1, score: 0.7 }],
  ])('of %j', (scores, best) => {
    expect(analyzeConvergence({ scores }).best).toEqual(best)
  })

  it('is null without a score', () => {
    expect(analyzeConvergence({ scores: [] }).best).toBeNull()
  })

  it('is the highest score, the earliest of equals', () => {
    const score = fc.integer({ min: 0, max: 20 }).map((step) => step / 20)
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 12 }), (scores) => {
        const highest = Math.max(...scores)
        expect(analyzeConvergence({ scores }).best).toEqual({ iteration: scores.indexOf(highest) + 1, score: highest })
      }),
    )
  })
})

it.each([
  [{ scores: [0.5, 1.2] }, 'scores[1]'],
  [{ scores: [Number.NaN] }, 'scores[0]'],
  [{ scores: [], tolerance: -0.1 }, 'tolerance'],
])('rejects %j', (input, path) => {
  expect(() => analyzeConvergence(input)).toThrow(EngineInputError)
  expect(() => analyzeConvergence(input)).toThrow(path)
})
