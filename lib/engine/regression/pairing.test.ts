import { describe, expect, it } from 'vitest'
import { sampleOf } from '../stats/descriptive'
import { seededRng } from '../stats/random'
import { detectRegression, type VersionRun } from './detect-regression'
import { countScenarios } from './factor-change'
import { pairedNoise, shareScenarios } from './pairing'

const run = (score: number, scenario?: string): VersionRun => ({ score, ...(scenario && { scenario }) })
const side = (runs: readonly VersionRun[]) => [runs.length, countScenarios(runs)] as const

function noiseOf(prior: VersionRun[], current: VersionRun[]): number {
  const sample = (runs: VersionRun[]) => sampleOf(runs.map(({ score }) => score)) ?? { n: 0, mean: 0, squares: 0 }
  return pairedNoise(sample(prior), sample(current), shareScenarios(side(prior), side(current)))
}

/** Scenarios that differ by far more than runs of one scenario do. */
const scores = Array.from({ length: 40 }, (_, place) => 0.3 + (0.6 * place) / 39)
const names = scores.map((_, place) => `s${place}`)
const shifted = (by: number) => scores.map((score, place) => run(score - by + (place % 3) * 0.01, names[place]))
const prior = scores.map((score, place) => run(score, names[place]))

describe('what is left of the noise', () => {
  it('is little where both ran the same scenarios and these tell the runs apart', () => {
    expect(noiseOf(prior, shifted(0.02))).toBeLessThan(0.15)
  })

  it('is all where nothing is shared, a single scenario is, or the scenarios say nothing of the scores', () => {
    const unnamed = shifted(0).map(({ score }) => run(score))
    expect(noiseOf(prior, unnamed)).toBe(1)
    expect(
      noiseOf(
        prior,
        shifted(0).map(({ score }, place) => run(score, `other ${place}`)),
      ),
    ).toBe(1)
    expect(noiseOf([run(0.5, 'a'), run(0.6)], [run(0.5, 'a'), run(0.7)])).toBe(1)
    expect(
      noiseOf(
        prior,
        prior.map(({ score }, place) => run(score, names[(place * 17 + 5) % 40])),
      ),
    ).toBeGreaterThan(0.7)
  })

  it('is drawn towards all where few are shared, and never less than a twentieth', () => {
    const [few, many] = [3, 40].map((n) => noiseOf(prior.slice(0, n), shifted(0).slice(0, n)))
    expect(few).toBeGreaterThan(many ?? 1)
    expect(noiseOf(prior, prior)).toBeGreaterThanOrEqual(0.05)
  })

  it('counts a scenario that one side ran more often as shared only in part', () => {
    const more = [...shifted(0), ...shifted(0).slice(0, 20)]
    expect(noiseOf(prior, more)).toBeGreaterThan(noiseOf(prior, shifted(0)))
  })
})

describe('a regression on the same scenarios', () => {
  const current = shifted(0.12)
  const unpaired = current.map(({ score }) => run(score))

  it('is found where it is not without them, with the rule and the means as they are', () => {
    const [with_, without] = [detectRegression({ prior, current }), detectRegression({ prior, current: unpaired })]
    expect([with_.evidence.word, without.evidence.word]).toEqual(['regressed', 'inconclusive'])
    expect([with_.evidence.byScenario, without.evidence.byScenario]).toEqual([true, false])
    expect({ ...with_, evidence: null }).toEqual({ ...without, evidence: null })
  })

  it('has the same odds whatever the order of the runs', () => {
    const { evidence } = detectRegression({ prior: prior.toReversed(), current })
    expect(evidence.pDropExceedsThreshold).toBeCloseTo(
      detectRegression({ prior, current }).evidence.pDropExceedsThreshold ?? 0,
      9,
    )
  })

  it('is not called where nothing changed, and the interval holds the truth about as often as it says', () => {
    const random = seededRng(3)
    const trials = Array.from({ length: 120 }, () => {
      const draw = (scatter: number) =>
        scores.slice(0, 20).map((score, place) => run(score + (random() - 0.5) * scatter, names[place]))
      return detectRegression({ prior: draw(0.2), current: draw(0.2) }).evidence
    })
    expect(trials.filter(({ word }) => word === 'regressed')).toEqual([])
    const held = trials.filter(({ interval }) => interval && interval[0] <= 0 && interval[1] >= 0).length
    expect(held / trials.length).toBeGreaterThan(0.84)
    expect(held / trials.length).toBeLessThan(1)
  })

  it('of a version that is broken altogether is named from three runs on', () => {
    const passed = [run(1, 'a'), run(1, 'b'), run(1, 'c')]
    const failed = [run(0, 'a'), run(0, 'b'), run(0, 'c')]
    expect(detectRegression({ prior: passed, current: failed }).evidence.word).toBe('regressed')
  })
})

it('scores at either end have an interval as wide as they may lie apart; close ones keep theirs', () => {
  const ends = [0.99, 0.98, 0.02, 0.99, 0.97, 0.99, 0.01, 0.98, 0.99, 0.99].map((score) => run(score))
  const lucky = Array.from({ length: 10 }, () => run(0.985))
  const [low = 0, high = 0] = detectRegression({ prior: ends, current: lucky }).evidence.interval ?? []
  expect(high - low).toBeGreaterThan(0.3)
  const close = [0.84, 0.86, 0.85, 0.83, 0.87].map((score) => run(score))
  const [near = 0, far = 0] = detectRegression({ prior: close, current: close }).evidence.interval ?? []
  expect(far - near).toBeLessThan(0.06)
})
