import { describe, expect, it } from 'vitest'
import { wilsonInterval } from '../stats/intervals'
import { compareFactors } from './factor-change'

describe('compareFactors', () => {
  it('compares means, with conformance separate', () => {
    const prior = [
      { conformance: true, completeness: 1 },
      { conformance: true, completeness: 0.8 },
    ]
    const current = [
      { conformance: false, completeness: 0.6 },
      { conformance: 1, completeness: 0.6 },
    ]
    const { factors, conformance } = compareFactors(prior, current)
    expect(factors).toMatchObject([{ factor: 'completeness', nPrior: 2, nCurrent: 2 }])
    expect(factors[0]?.change).toBeCloseTo(-0.3, 12)
    expect(conformance).toMatchObject({ priorMean: 1, currentMean: 0.5, change: -0.5 })
    expect(conformance?.currentInterval[0]).toBeGreaterThan(0)
  })

  it('counts a conformance of at least one half as kept', () => {
    const runs = [{ conformance: 0.5 }, { conformance: 0.5 }, { conformance: 0.49 }, { conformance: 0.49 }]
    const { conformance } = compareFactors([{ conformance: 1 }], runs)
    expect(conformance?.currentInterval).toEqual(wilsonInterval(2, 4))
  })

  it('leaves unmeasured runs out instead of counting them as 0', () => {
    const { factors, conformance } = compareFactors([{ efficiency: null }, { efficiency: 0.5 }], [{ efficiency: null }])
    expect(factors).toEqual([
      { factor: 'efficiency', priorMean: 0.5, currentMean: null, change: null, nPrior: 1, nCurrent: 0 },
    ])
    expect(conformance).toBeNull()
  })
})
