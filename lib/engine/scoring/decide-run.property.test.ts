import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DecideRunInput, decideRun } from '@/lib/engine/scoring/decide-run'
import { unitNear } from '@/lib/engine/testing/arbitraries'

const score = fc.option(unitNear(0.8, 0.5, 0.3), { nil: null })
const input: fc.Arbitrary<DecideRunInput> = fc.record({
  profile: fc.constantFrom('gaff' as const, 'stratt' as const, 'confidence' as const),
  gaff: score,
  stratt: score,
  band: fc.constantFrom('good', 'review', 'poor', null),
  status: fc.constantFrom('completed', 'failed'),
  kind: fc.constantFrom('live', 'dry_run'),
  signals: fc.record({ self: score, peer: score, downstream: score, human: score }),
  humanOrigin: fc.constantFrom('ingest', 'review', 'gate', null),
  blockers: fc.subarray(['schema', 'node b failed']),
  isOverridden: fc.boolean(),
  attempt: fc.integer({ min: 1, max: 4 }),
  maxAttempts: fc.integer({ min: 1, max: 4 }),
  earlier: fc.array(score, { maxLength: 3 }),
})

const isAccepted = ({ decision }: { decision: string }) => decision === 'accept' || decision === 'accept_best'

describe('for any run', () => {
  it('a blocked or rejected run is never accepted', () => {
    fc.assert(
      fc.property(input, (given) => {
        const decided = decideRun(given)
        const isVetoed = given.signals.human !== null && given.signals.human <= 1e-9
        if (given.blockers.length > 0 || isVetoed) expect(isAccepted(decided)).toBe(false)
        expect(decided.vetoed).toBe(isVetoed)
      }),
      { numRuns: 1000 },
    )
  })

  it('an acceptance is based on a score of .8, or on the best of a series that stopped', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { decision, decisionScore } = decideRun(given)
        if (decision === 'accept') expect(decisionScore).toBeGreaterThanOrEqual(0.8 - 1e-9)
        if (decision === 'accept_best')
          expect(Math.max(decisionScore ?? -1, ...given.earlier.map((one) => one ?? -1))).toBeGreaterThanOrEqual(
            0.5 - 1e-9,
          )
        if (decision === 'insufficient_evidence') expect(decisionScore).toBeNull()
        if (decisionScore === null) expect(decision).not.toMatch(/accept/)
      }),
      { numRuns: 1000 },
    )
  })

  it("the agent's own signal alone decides nothing", () => {
    fc.assert(
      fc.property(input, score, (given, self) => {
        const silent = { ...given, signals: { self: null, peer: null, downstream: null, human: null } }
        const { decision, decisionScore, basis } = decideRun(silent)
        const told = decideRun({ ...silent, signals: { ...silent.signals, self } })
        expect([told.decision, told.decisionScore, told.basis]).toEqual([decision, decisionScore, basis])
      }),
    )
  })

  it('unmeasured scores are null, never zero', () => {
    fc.assert(
      fc.property(input, (given) => {
        const decided = decideRun(given)
        const { peer, downstream, human } = given.signals
        const isHeard = [peer, downstream, human].some((value) => value !== null)
        const stratt = given.band === null ? null : given.stratt
        const measured = { gaff: given.gaff, stratt, confidence: null }[given.profile]
        expect(decided.basis).toBe(isHeard ? 'confidence' : measured === null ? 'none' : 'quality')
        expect(decided.decisionScore).toBe(isHeard ? decided.confidence.value : measured)
        for (const { name, value, contribution } of decided.confidence.breakdown.factors) {
          const told = Object.entries(given.signals).find(([who]) => who === name)?.[1] ?? null
          expect(value).toBe(told)
          if (told === null) expect(contribution).toBeNull()
        }
      }),
    )
  })
})
