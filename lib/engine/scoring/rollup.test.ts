import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addToRollup, type CountedRun, emptyRollup, ROLLUP_COUNTS } from './rollup'

const score = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null })
const anyRun: fc.Arbitrary<CountedRun> = fc.record({
  kind: fc.constantFrom('live', 'dry_run'),
  status: fc.constantFrom('completed', 'failed', 'cancelled'),
  quality: score,
  trace: fc.option(fc.record({ isConformant: fc.boolean(), completeness: fc.boolean(), efficiency: fc.boolean() }), {
    nil: null,
  }),
  grade: fc.constantFrom('excellent', 'good', 'acceptable', 'poor', 'failed', null),
  band: fc.constantFrom('good', 'review', 'poor', null),
  blocked: fc.boolean(),
  confidence: score,
  decision: fc.constantFrom('accept', 'iterate', 'accept_best', 'escalate', 'insufficient_evidence'),
  humanOrigin: fc.constantFrom('ingest', 'review', 'gate', null),
  flag: fc.constantFrom('poor', null),
  tokens: fc.option(fc.nat(), { nil: null }),
  costUsd: fc.option(fc.double({ min: 0, max: 10, noNaN: true }), { nil: null }),
})

const plain: CountedRun = {
  kind: 'live',
  status: 'completed',
  quality: null,
  trace: null,
  grade: null,
  band: null,
  blocked: false,
  confidence: null,
  decision: 'accept',
  humanOrigin: null,
  flag: null,
  tokens: null,
  costUsd: null,
}

describe('a rollup', () => {
  it('is empty again after every added run was removed', () => {
    fc.assert(
      fc.property(fc.array(anyRun), (runs) => {
        const rollup = emptyRollup()
        for (const run of runs) addToRollup(rollup, run)
        for (const run of [...runs].reverse()) addToRollup(rollup, run, -1)
        for (const count of ROLLUP_COUNTS) expect(rollup[count]).toBeCloseTo(0, 6)
        expect(rollup.histogram.every((bin) => bin === 0)).toBe(true)
      }),
    )
  })

  it('counts a dry run as a run with its grade and decision, but in no mean, band or confidence', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const rollup = emptyRollup()
        addToRollup(rollup, { ...run, kind: 'dry_run' })
        expect(rollup).toMatchObject({ runs: 1, dryRuns: 1, scored: 0, liveScored: 0 })
        expect(rollup).toMatchObject({ confidenceCount: 0, confidenceSum: 0, bandGood: 0, bandReview: 0, bandPoor: 0 })
      }),
    )
  })

  it('counts an unscored run as a run but in no mean', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const rollup = emptyRollup()
        addToRollup(rollup, { ...run, quality: null })
        expect(rollup).toMatchObject({ runs: 1, scored: 0, qualitySum: 0, liveScored: 0 })
        expect(rollup.histogram.reduce((sum, bin) => sum + bin, 0)).toBe(0)
      }),
    )
  })

  it('counts the runs that reported tokens or a cost, also a cost of 0', () => {
    const rollup = emptyRollup()
    addToRollup(rollup, { ...plain, tokens: 900, costUsd: 0 })
    addToRollup(rollup, { ...plain, costUsd: 0.25 })
    addToRollup(rollup, plain)
    expect(rollup).toMatchObject({ runs: 3, tokens: 900, tokenRuns: 1, costUsd: 0.25, costRuns: 2 })
  })

  it('sums the live runs that kept their contract separately, if that is part of the score', () => {
    const of = (run: Partial<CountedRun>): CountedRun => ({ ...plain, ...run })
    const rollup = emptyRollup()
    addToRollup(rollup, of({ quality: 0.9, trace: { isConformant: true, completeness: true, efficiency: false } }))
    addToRollup(rollup, of({ quality: 0.5, trace: { isConformant: false, completeness: true, efficiency: true } }))
    addToRollup(rollup, of({ quality: 0.7, trace: null }))
    addToRollup(
      rollup,
      of({ quality: 1, trace: { isConformant: true, completeness: true, efficiency: false }, kind: 'dry_run' }),
    )
    expect(rollup).toMatchObject({
      liveScored: 3,
      liveTraced: 2,
      liveConformant: 1,
      liveConformantSum: 0.9,
      liveCompleteness: 2,
      liveEfficiency: 1,
    })
  })

  it('averages the live runs measured enough to be judged, and keeps all of them for comparisons', () => {
    const trace = { isConformant: true, completeness: true, efficiency: false }
    const rollup = emptyRollup()
    addToRollup(rollup, { ...plain, quality: 0.7, trace, band: 'review' })
    addToRollup(rollup, { ...plain, quality: 1, trace: { ...trace, completeness: false } })
    addToRollup(rollup, { ...plain, quality: 0.9, trace, band: 'good', kind: 'dry_run' })
    // The score of another profile is complete, whatever the trace facts.
    addToRollup(rollup, { ...plain, quality: 0.5 })
    expect(rollup).toMatchObject({ runs: 4, scored: 2, qualitySum: 1.2, liveScored: 3, liveQualitySum: 2.2 })
    expect(rollup.histogram.reduce((sum, bin) => sum + bin, 0)).toBe(2)
  })

  it.each([
    [0, 0],
    [0.05, 1],
    [0.15, 3],
    [0.8, 16],
    [0.999, 19],
    [1, 19],
  ])('puts %d into bin %d', (quality, bin) => {
    const rollup = emptyRollup()
    addToRollup(rollup, { ...plain, quality })
    expect(rollup.histogram.indexOf(1)).toBe(bin)
  })
})
