import { describe, expect, it } from 'vitest'
import { findEfficiencyLimit } from './efficiency-limit'
import { scoreTrace, TRACE_WEIGHTS } from './score-trace'

const held = (...efficiencies: number[]) => efficiencies.map((efficiency) => ({ efficiency, isHeldToOutputs: true }))

describe('the limit that efficiency sets', () => {
  it('is none where one run can reach good, and none without a run', () => {
    expect(findEfficiencyLimit(held(0.01, 0.2), TRACE_WEIGHTS)).toBeNull()
    expect(findEfficiencyLimit([], TRACE_WEIGHTS)).toBeNull()
  })

  it('is the best that any run could have had, beside what runs usually reach', () => {
    expect(findEfficiencyLimit(held(0.04, 0.06, 0.19), TRACE_WEIGHTS)).toEqual({
      runs: 3,
      best: expect.closeTo(0.75 + 0.25 * 0.19, 12),
      median: 0.06,
    })
  })

  it('lies lower where runs are held to no outputs', () => {
    const runs = [{ efficiency: 0.4, isHeldToOutputs: false }]
    expect(findEfficiencyLimit(runs, TRACE_WEIGHTS)?.best).toBeCloseTo(0.5 / 0.65, 12)
  })

  it('is gone with its median as the reference', () => {
    const tokens = { input: 94, output: 6 }
    const given = { contractConformance: true, completeness: 1, tokens }
    expect(scoreTrace(given).band).toBe('review')
    expect(scoreTrace({ ...given, efficiencyReference: 0.06 }).band).toBe('good')
  })
})
