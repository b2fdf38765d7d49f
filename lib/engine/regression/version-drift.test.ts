import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hundredths } from '@/lib/engine/testing/arbitraries'
import { measureDrift } from './version-drift'

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

it('drift is reported when the drop from the best or the first version is above .10, not at .10', () => {
  fc.assert(
    fc.property(fc.array(hundredths(60, 80), { minLength: 1, maxLength: 6 }), (means) => {
      const drift = measureDrift(means.map((mean, index) => ({ version: `${index}`, mean: mean / 100 })))
      const [first = 0] = means
      const last = means.at(-1) ?? 0
      const best = Math.max(...means)
      expect(drift?.isDrifting).toBe(best - last > 10 || first - last > 10)
      expect(drift?.best.version).toBe(`${means.indexOf(best)}`)
      expect(drift?.dropFromBest).toBeCloseTo((best - last) / 100, 9)
      expect(drift?.cumulativeDrop).toBeCloseTo((first - last) / 100, 9)
    }),
  )
})
