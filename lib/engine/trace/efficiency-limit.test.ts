import { describe, expect, it } from 'vitest'
import { findEfficiencyLimit, scoreTrace, TRACE_WEIGHTS } from './score-trace'

const held = (...efficiencies: number[]) => efficiencies.map((efficiency) => ({ efficiency, isHeldToOutputs: true }))

describe('findEfficiencyLimit', () => {
  it('is null when one run can reach good, and without runs', () => {
    expect(findEfficiencyLimit(held(0.01, 0.2), TRACE_WEIGHTS)).toBeNull()
    expect(findEfficiencyLimit([], TRACE_WEIGHTS)).toBeNull()
  })

  it('is the best possible score of any run, with the median efficiency', () => {
    expect(findEfficiencyLimit(held(0.04, 0.06, 0.19), TRACE_WEIGHTS)).toEqual({
      runs: 3,
      best: expect.closeTo(0.75 + 0.25 * 0.19, 12),
      median: 0.06,
    })
  })

  it('is null when half of the runs have no efficiency, for which no reference helps', () => {
    expect(findEfficiencyLimit(held(0, 0, 0.1), TRACE_WEIGHTS)).toBeNull()
  })

  it('is lower for runs without required outputs', () => {
    const runs = [{ efficiency: 0.4, isHeldToOutputs: false }]
    expect(findEfficiencyLimit(runs, TRACE_WEIGHTS)?.best).toBeCloseTo(0.5 / 0.65, 12)
  })

  it('is removed by taking the median as the reference', () => {
    const tokens = { input: 94, output: 6 }
    const given = { contractConformance: true, completeness: 1, tokens }
    expect(scoreTrace(given).band).toBe('review')
    expect(scoreTrace({ ...given, efficiencyReference: 0.06 }).band).toBe('good')
  })
})
