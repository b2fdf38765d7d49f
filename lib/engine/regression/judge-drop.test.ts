import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleOfSums } from '../stats/descriptive'
import { detectRegression } from './detect-regression'
import { judgeDrop } from './regression-posterior'

const policy = { threshold: 0.05, minLiveRuns: 3 }

function sampleOf(values: readonly number[]) {
  const sum = values.reduce((total, value) => total + value, 0)
  return sampleOfSums(
    values.length,
    sum,
    values.reduce((total, value) => total + value ** 2, 0),
  )
}

const runs = (values: readonly number[]) => values.map((score) => ({ score }))

describe('judgeDrop', () => {
  it('judges sums like detectRegression judges the runs behind them', () => {
    const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 })
    fc.assert(
      fc.property(scores, scores, (prior, current) => {
        const ours = judgeDrop(sampleOf(prior), sampleOf(current), policy)
        const theirs = detectRegression({ prior: runs(prior), current: runs(current) })
        expect(ours.verdict).toBe(theirs.verdict)
        expect(ours.odds?.drop ?? null).toEqual(
          theirs.evidence.pDrop === null ? null : expect.closeTo(theirs.evidence.pDrop, 6),
        )
        expect(ours.odds?.exceeds ?? null).toEqual(
          theirs.evidence.pDropExceedsThreshold === null
            ? null
            : expect.closeTo(theirs.evidence.pDropExceedsThreshold, 6),
        )
      }),
    )
  })

  it.each([
    ['0.80 to 0.75 is a tie', [0.8, 0.8, 0.8], [0.75, 0.75, 0.75], 'ok'],
    ['0.85 to 0.80 is a tie', [0.85, 0.85, 0.85], [0.8, 0.8, 0.8], 'ok'],
    ['1.00 to 0.95 is a tie', [1, 1, 1], [0.95, 0.95, 0.95], 'ok'],
    ['0.84 to 0.7733 is a regression', [0.84, 0.84, 0.84], [0.78, 0.75, 0.79], 'regression'],
    ['two live runs are an insufficient sample', [0.84, 0.84, 0.84], [0.1, 0.1], 'insufficient_sample'],
    ['no current run is an insufficient sample', [0.84], [], 'insufficient_sample'],
    ['no prior run is no baseline', [], [0.1, 0.1, 0.1], 'no_baseline'],
  ])('%s', (_, prior, current, verdict) => {
    expect(judgeDrop(sampleOf(prior), sampleOf(current), policy).verdict).toBe(verdict)
  })
})
