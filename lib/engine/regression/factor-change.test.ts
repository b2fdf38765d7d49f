import { describe, expect, it } from 'vitest'
import { measureDrift } from '@/lib/engine/regression/version-drift'
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

  it('leaves unmeasured runs out instead of counting them as 0', () => {
    const { factors, conformance } = compareFactors([{ efficiency: null }, { efficiency: 0.5 }], [{ efficiency: null }])
    expect(factors).toEqual([
      { factor: 'efficiency', priorMean: 0.5, currentMean: null, change: null, nPrior: 1, nCurrent: 0 },
    ])
    expect(conformance).toBeNull()
  })
})

describe('measureDrift', () => {
  const versions = (...means: number[]) => means.map((mean, index) => ({ version: `${index + 1}`, mean }))

  it('adds up drops that are each too small for a gate', () => {
    const drift = measureDrift(versions(0.9, 0.86, 0.82, 0.78))
    expect(drift).toMatchObject({ best: { version: '1' }, isDrifting: true })
    expect(drift?.cumulativeDrop).toBeCloseTo(0.12, 12)
  })

  it('does not warn at exactly 0.10', () => {
    expect(measureDrift(versions(0.9, 0.85, 0.8))?.isDrifting).toBe(false)
  })

  it('measures the drop from the best version', () => {
    const drift = measureDrift(versions(0.7, 0.95, 0.95, 0.8))
    expect(drift).toMatchObject({ best: { version: '2' }, isDrifting: true })
    expect(drift?.dropFromBest).toBeCloseTo(0.15, 12)
    expect(drift?.cumulativeDrop).toBeCloseTo(-0.1, 12)
  })

  it('compares a version measured on other factors on those that both have', () => {
    const comparedOn = ['conformance']
    const drift = measureDrift([
      { version: '1', mean: 1, drop: 0.02, comparedOn },
      { version: '2', mean: 0.85 },
      { version: '3', mean: 0.8 },
    ])
    expect(drift).toMatchObject({
      first: { version: '1', mean: 1, comparedOn },
      best: { version: '2', mean: 0.85 },
      isDrifting: false,
    })
    expect(drift?.cumulativeDrop).toBeCloseTo(0.02, 12)
    expect(drift?.dropFromBest).toBeCloseTo(0.05, 12)
    expect(drift?.first).not.toHaveProperty('drop')
  })

  it('is null without versions and 0 for the first', () => {
    expect(measureDrift([])).toBeNull()
    expect(measureDrift(versions(0.5))).toMatchObject({ dropFromBest: 0, cumulativeDrop: 0, isDrifting: false })
  })
})
