import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hundredths, shuffled } from '@/lib/engine/testing/arbitraries'
import { detectRegression, type VersionRun } from './detect-regression'

const run = fc.record({
  score: hundredths(70, 90),
  kind: fc.constantFrom('live', 'live', 'live', 'dry_run', undefined),
})
const runs = fc.array(run, { maxLength: 7 })
type Run = typeof run extends fc.Arbitrary<infer T> ? T : never

const toRuns = (list: readonly Run[]) =>
  list.map(
    ({ score, kind }): VersionRun => ({
      score: score / 100,
      ...(kind && { kind: kind === 'live' ? kind : 'dry_run' }),
    }),
  )
const liveOf = (list: readonly Run[]) => list.filter(({ kind }) => kind !== 'dry_run').map(({ score }) => score)
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

describe('a regression', () => {
  it('is a drop of the mean by more than the threshold, computed without rounding', () => {
    fc.assert(
      fc.property(
        runs,
        runs,
        hundredths(0, 10),
        fc.integer({ min: 1, max: 4 }),
        (before, after, limit, minLiveRuns) => {
          const [prior, current] = [liveOf(before), liveOf(after)]
          // Both means over one denominator, in whole numbers.
          const drop = sumOf(prior) * current.length - sumOf(current) * prior.length
          const isDrop = drop > limit * prior.length * current.length
          let expected = isDrop ? 'regression' : 'ok'
          if (current.length < minLiveRuns) expected = 'insufficient_sample'
          if (prior.length === 0) expected = 'no_baseline'
          const input = { prior: toRuns(before), current: toRuns(after), threshold: limit / 100, minLiveRuns }
          const report = detectRegression(input)
          expect(report.verdict).toBe(expected)
          expect(report.gate).toBe(expected === 'regression')
          expect([report.nPrior, report.nCurrent]).toEqual([prior.length, current.length])
          if (prior.length > 0 && current.length > 0) {
            expect(report.delta).toBeCloseTo(drop / (prior.length * current.length * 100), 9)
          } else expect(report.delta).toBeNull()
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('is never reported for a drop of exactly .05, and always for .06', () => {
    fc.assert(
      fc.property(hundredths(6), fc.integer({ min: 3, max: 9 }), (from, count) => {
        const versions = (drop: number) => ({
          prior: Array(count).fill({ score: from / 100 }),
          current: Array(count).fill({ score: (from - drop) / 100 }),
        })
        expect(detectRegression(versions(5)).verdict).toBe('ok')
        expect(detectRegression(versions(6)).verdict).toBe('regression')
      }),
    )
  })

  it('does not depend on dry runs or the order of the runs', () => {
    const reordered = runs.chain((list) => fc.tuple(fc.constant(list), shuffled(list)))
    fc.assert(
      fc.property(reordered, runs, ([before, other], after) => {
        const withoutDry = after.filter(({ kind }) => kind !== 'dry_run')
        const one = detectRegression({ prior: toRuns(before), current: toRuns(after) })
        const two = detectRegression({ prior: toRuns(other), current: toRuns(withoutDry) })
        expect(two.verdict).toBe(one.verdict)
        expect(two.evidence.pDrop ?? -1).toBeCloseTo(one.evidence.pDrop ?? -1, 9)
      }),
    )
  })

  it('remains one when the current runs score lower, and only becomes more likely', () => {
    fc.assert(
      fc.property(runs, runs, hundredths(1, 20), (before, after, lower) => {
        const worse = after.map((one) => ({ ...one, score: one.score - lower }))
        const one = detectRegression({ prior: toRuns(before), current: toRuns(after) })
        const two = detectRegression({ prior: toRuns(before), current: toRuns(worse) })
        if (one.verdict === 'regression') expect(two.verdict).toBe('regression')
        // With one or two runs a huge difference also suggests a larger spread, and the odds hardly change.
        const slack = one.nPrior + one.nCurrent > 4 ? 1e-6 : 0.01
        expect(two.evidence.pDrop ?? 1).toBeGreaterThanOrEqual((one.evidence.pDrop ?? 1) - slack)
      }),
    )
  })
})
