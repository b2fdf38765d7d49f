import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hundredths } from '@/lib/engine/testing/arbitraries'
import { type ConfidenceSignals, scoreConfidence } from './score-confidence'

const weightOf = { self: 15, peer: 25, downstream: 35, human: 50 }
type Who = keyof typeof weightOf
const everyone: Who[] = ['self', 'peer', 'downstream', 'human']

const absent = fc.constantFrom(undefined, null)
const number = fc.oneof(hundredths(), fc.constantFrom(0, 80, 100))
const judged = fc.oneof(absent, number, fc.boolean())
const signals = fc.record({
  self: fc.oneof(absent, number),
  peer: fc.oneof(absent, number),
  downstream: judged,
  human: judged,
})
type Given = typeof signals extends fc.Arbitrary<infer T> ? T : never

const toSignals = (given: Given): ConfidenceSignals =>
  Object.fromEntries(
    Object.entries(given).map(([who, value]) => [who, typeof value === 'number' ? value / 100 : value]),
  )

/** The signals present, in hundredths, with yes and no as numbers. */
function present(given: Given): { who: Who; value: number }[] {
  return everyone.flatMap((who) => {
    const value = given[who]
    if (value === undefined || value === null) return []
    if (typeof value === 'number') return [{ who, value }]
    return [{ who, value: value ? 100 : who === 'downstream' ? 30 : 0 }]
  })
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

describe('scoreConfidence', () => {
  it('is the mean of the signals present by .15, .25, .35 and .50, and its coverage their share of 1.25', () => {
    fc.assert(
      fc.property(signals, (given) => {
        const answer = scoreConfidence({ signals: toSignals(given) })
        const there = present(given)
        const weights = sumOf(there.map(({ who }) => weightOf[who]))
        const weighted = sumOf(there.map(({ who, value }) => weightOf[who] * value))
        expect(answer.coverage).toBeCloseTo(weights / 125, 9)
        if (weights === 0)
          expect(answer).toMatchObject({ score: null, decision: 'insufficient_evidence', weightsUsed: {} })
        else expect(answer.score).toBeCloseTo(weighted / weights / 100, 9)
        for (const { who } of there) expect(answer.weightsUsed[who]).toBeCloseTo(weightOf[who] / weights, 9)
        expect(Object.keys(answer.weightsUsed)).toHaveLength(there.length)
      }),
      { numRuns: 500 },
    )
  })

  it('accepts from exactly .8, unless a person rejected it or only the agent gave a signal', () => {
    fc.assert(
      fc.property(signals, (given) => {
        const { decision, vetoed } = scoreConfidence({ signals: toSignals(given) })
        const there = present(given)
        const reaches = sumOf(there.map(({ who, value }) => weightOf[who] * (value - 80))) >= 0
        const isRejected = there.some(({ who, value }) => who === 'human' && value === 0)
        const isHeard = there.some(({ who }) => who !== 'self')
        expect(vetoed).toBe(isRejected)
        expect(decision === 'accept').toBe(there.length > 0 && reaches && !isRejected && isHeard)
        if (there.length > 0 && !reaches) expect(decision).toBe('below_threshold')
      }),
      { numRuns: 1000 },
    )
  })

  it('never falls when a signal rises', () => {
    fc.assert(
      fc.property(signals, fc.constantFrom(...everyone), hundredths(1), (given, who, more) => {
        const value = given[who]
        if (typeof value !== 'number') return
        const higher = { ...given, [who]: Math.min(100, value + more) }
        const score = scoreConfidence({ signals: toSignals(given) }).score ?? -1
        expect(scoreConfidence({ signals: toSignals(higher) }).score).toBeGreaterThanOrEqual(score - 1e-12)
      }),
    )
  })
})

it('rejects a signal outside 0 to 1, or a boolean where none is allowed, and names it', () => {
  const bad = fc.oneof(
    fc.constantFrom<unknown>(Number.NaN, Number.POSITIVE_INFINITY, -0.01, 1.01, '0.5', [], {}),
    fc.double({ min: 1.0001 }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...everyone), bad, (who, value) => {
      const refused = new RegExp(`^signals\\.${who}: `)
      expect(() => scoreConfidence({ signals: Object.fromEntries([[who, value]]) })).toThrow(refused)
    }),
  )
})
