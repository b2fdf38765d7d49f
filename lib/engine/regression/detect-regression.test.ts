import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineInputError } from '@/lib/engine/input-error'
import { detectRegression, type VersionRun } from './detect-regression'

const live = (...scores: number[]): VersionRun[] => scores.map((score) => ({ score, kind: 'live' }))
const three = (score: number) => live(score, score, score)
const example = { prior: three(0.84), current: live(0.78, 0.75, 0.79) }

describe('verdict', () => {
  it('is a regression for the documented example: 0.84 to 0.7733', () => {
    const report = detectRegression(example)
    expect(report).toMatchObject({ verdict: 'regression', gate: true, nPrior: 3, nCurrent: 3 })
    expect(report.delta).toBeCloseTo(0.84 - 2.32 / 3, 12)
    expect(report.currentMean).toBeCloseTo(2.32 / 3, 12)
  })

  it.each([
    [0.8, 0.75],
    [0.85, 0.8],
    [0.9, 0.85],
    [1, 0.95],
    [0.84, 0.79],
    [0.7, 0.65],
    [0.95, 0.9],
    [0.6, 0.55],
    [0.3, 0.25],
  ])('is ok for a drop of exactly 0.05, from %d to %d', (before, after) => {
    expect(detectRegression({ prior: three(before), current: three(after) })).toMatchObject({
      verdict: 'ok',
      gate: false,
    })
  })

  it('is a regression just above 0.05', () => {
    expect(detectRegression({ prior: three(0.8), current: three(0.7499) }).verdict).toBe('regression')
  })

  it('only counts drops', () => {
    const report = detectRegression({ prior: three(0.8), current: three(0.87) })
    expect(report.verdict).toBe('ok')
    expect(report.delta).toBeCloseTo(-0.07, 12)
  })

  it('is no_baseline without a live prior run, even with few current ones', () => {
    expect(detectRegression({ prior: [], current: three(0.5) })).toMatchObject({
      verdict: 'no_baseline',
      gate: false,
      delta: null,
    })
    expect(detectRegression({ prior: [{ score: 0.9, kind: 'dry_run' }], current: [] }).verdict).toBe('no_baseline')
  })

  it('is insufficient_sample below three live runs; dry runs are never included in the mean', () => {
    const dry: VersionRun[] = [
      { score: 0.1, kind: 'dry_run' },
      { score: 0.1, kind: 'dry_run' },
    ]
    const report = detectRegression({ prior: three(0.9), current: [...live(0.5, 0.5), ...dry] })
    expect(report).toMatchObject({ verdict: 'insufficient_sample', gate: false, nCurrent: 2, currentMean: 0.5 })
  })

  it('takes a run without a kind for a live one', () => {
    const run = { score: 0.5 }
    expect(detectRegression({ prior: three(0.9), current: [run, run, run] }).verdict).toBe('regression')
  })

  it('accepts another threshold and sample size', () => {
    expect(detectRegression({ ...example, threshold: 0.07 }).verdict).toBe('ok')
    expect(detectRegression({ ...example, minLiveRuns: 4 }).verdict).toBe('insufficient_sample')
  })

  it.each([
    { prior: live(1.2), current: three(0.5) },
    { prior: live(Number.NaN), current: three(0.5) },
    { ...example, threshold: -0.1 },
    { ...example, minLiveRuns: 0 },
  ])('rejects invalid input', (input) => {
    expect(() => detectRegression(input)).toThrow(EngineInputError)
  })
})

describe('evidence', () => {
  it('for the documented example shows a certain drop, but not one of more than 0.05', () => {
    const { pDrop, pDropExceedsThreshold, interval } = detectRegression(example).evidence
    expect(pDrop).toBeGreaterThan(0.95)
    expect(pDrop).toBeLessThan(0.99)
    expect(pDropExceedsThreshold).toBeGreaterThan(0.47)
    expect(pDropExceedsThreshold).toBeLessThan(0.85)
    expect(interval?.[0]).toBeLessThan(0.05)
    expect(interval?.[1]).toBeGreaterThan(0.05)
  })

  it('is null without two versions to compare', () => {
    expect(detectRegression({ prior: [], current: three(0.5) }).evidence).toEqual({
      pDrop: null,
      pDropExceedsThreshold: null,
      interval: null,
      runsToSettle: null,
      historyBased: false,
      paired: null,
      word: 'no_baseline',
      byConformance: false,
      byScenario: false,
      method: null,
    })
  })

  it('never changes the verdict', () => {
    const wild = { prior: live(1, 0.4, 0.9), current: live(0.2, 1, 0.9) }
    expect(detectRegression(wild).verdict).toBe('regression')
    expect(detectRegression(wild).evidence.pDropExceedsThreshold).toBeLessThan(0.6)
  })

  it('is settled by many clear runs and not settled at the threshold', () => {
    const many = (score: number) => live(...Array.from({ length: 40 }, () => score))
    expect(detectRegression({ prior: many(0.9), current: many(0.6) }).evidence.runsToSettle).toBe(0)
    const onTheLine = detectRegression({ prior: many(0.85), current: many(0.799) }).evidence
    expect(onTheLine.runsToSettle).toBeNull()
  })

  it('reports when a spread is assumed because a version has a single run', () => {
    expect(detectRegression({ prior: live(0.9), current: three(0.8) }).evidence.historyBased).toBe(true)
  })

  it('pairs the scenarios that both versions ran', () => {
    const run = (score: number, scenario: string): VersionRun => ({ score, scenario })
    const prior = [run(0.9, 'hard'), run(0.7, 'hard'), run(1, 'easy')]
    const current = [run(0.7, 'hard'), run(0.8, 'easy'), run(0.1, 'new')]
    expect(detectRegression({ prior, current }).evidence.paired).toMatchObject({ scenarios: 2 })
    expect(detectRegression({ prior, current }).evidence.paired?.drop).toBeCloseTo((0.1 + 0.2) / 2, 12)
    expect(detectRegression({ prior, current }).evidence.paired?.interval).not.toBeNull()
  })

  it('stays within its bounds, in any order of the runs', () => {
    const runs = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(runs, runs, (before, after) => {
        const { evidence, verdict } = detectRegression({ prior: live(...before), current: live(...after) })
        const { pDrop, pDropExceedsThreshold, interval } = evidence
        if (pDrop === null || pDropExceedsThreshold === null || interval === null)
          throw new Error('evidence is missing')
        expect(pDrop).toBeLessThanOrEqual(1)
        expect(pDropExceedsThreshold).toBeGreaterThanOrEqual(0)
        expect(pDropExceedsThreshold).toBeLessThanOrEqual(pDrop)
        expect(interval[0]).toBeLessThan(interval[1])
        const reversed = detectRegression({
          prior: live(...[...before].reverse()),
          current: live(...[...after].reverse()),
        })
        expect(reversed.verdict).toBe(verdict)
        expect(reversed.evidence.pDrop).toBeCloseTo(pDrop, 9)
      }),
    )
  })
})
