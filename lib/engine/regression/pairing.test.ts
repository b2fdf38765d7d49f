import { describe, expect, it } from 'vitest'
import { sampleOf } from '../stats/descriptive'
import { seededRng } from '../stats/random'
import { detectRegression, type VersionRun } from './detect-regression'
import { pairedNoise, shareScenarios } from './pairing'
import { countScenarios } from './scenario-pairs'

const run = (score: number, scenario?: string): VersionRun => ({ score, ...(scenario && { scenario }) })
const side = (runs: readonly VersionRun[]) => [runs.length, countScenarios(runs)] as const

function noiseOf(prior: VersionRun[], current: VersionRun[]): number {
  const sample = (runs: VersionRun[]) => sampleOf(runs.map(({ score }) => score)) ?? { n: 0, mean: 0, squares: 0 }
  return pairedNoise(sample(prior), sample(current), shareScenarios(side(prior), side(current)))
}

/** The scenarios differ by far more than the runs of one scenario. */
const scores = Array.from({ length: 40 }, (_, place) => 0.3 + (0.6 * place) / 39)
const names = scores.map((_, place) => `s${place}`)
const shifted = (by: number) => scores.map((score, place) => run(score - by + (place % 3) * 0.01, names[place]))
const prior = scores.map((score, place) => run(score, names[place]))

describe('pairedNoise', () => {
  it('is small when both ran the same scenarios and these explain the differences of runs', () => {
    expect(noiseOf(prior, shifted(0.02))).toBeLessThan(0.15)
  })

  it('is 1 without shared scenarios, with a single one, or when scenarios do not affect scores', () => {
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

  it('is shrunk towards 1 when few are shared, and never below a twentieth', () => {
    const [few, many] = [3, 40].map((n) => noiseOf(prior.slice(0, n), shifted(0).slice(0, n)))
    expect(few).toBeGreaterThan(many ?? 1)
    expect(noiseOf(prior, prior)).toBeGreaterThanOrEqual(0.05)
  })

  it('counts a scenario that one side ran more often as partially shared', () => {
    const more = [...shifted(0), ...shifted(0).slice(0, 20)]
    expect(noiseOf(prior, more)).toBeGreaterThan(noiseOf(prior, shifted(0)))
  })
})

describe('a regression on the same scenarios', () => {
  const current = shifted(0.12)
  const unpaired = current.map(({ score }) => run(score))

  it('is settled with pairing but not without, with the same rule and means', () => {
    const [with_, without] = [detectRegression({ prior, current }), detectRegression({ prior, current: unpaired })]
    expect([with_.evidence.word, without.evidence.word]).toEqual(['regressed', 'inconclusive'])
    expect([with_.evidence.byScenario, without.evidence.byScenario]).toEqual([true, false])
    expect({ ...with_, evidence: null }).toEqual({ ...without, evidence: null })
  })

  it('has the same odds in any order of the runs', () => {
    const { evidence } = detectRegression({ prior: prior.toReversed(), current })
    expect(evidence.pDropExceedsThreshold).toBeCloseTo(
      detectRegression({ prior, current }).evidence.pDropExceedsThreshold ?? 0,
      9,
    )
  })

  it('is not reported without a change, and the interval contains the truth about as often as its level', () => {
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

  it('is reported from three runs on for a completely broken version', () => {
    const passed = [run(1, 'a'), run(1, 'b'), run(1, 'c')]
    const failed = [run(0, 'a'), run(0, 'b'), run(0, 'c')]
    expect(detectRegression({ prior: passed, current: failed }).evidence.word).toBe('regressed')
  })
})

it('the interval of extreme scores covers their possible range; close scores keep theirs', () => {
  const ends = [0.99, 0.98, 0.02, 0.99, 0.97, 0.99, 0.01, 0.98, 0.99, 0.99].map((score) => run(score))
  const lucky = Array.from({ length: 10 }, () => run(0.985))
  const [low = 0, high = 0] = detectRegression({ prior: ends, current: lucky }).evidence.interval ?? []
  expect(high - low).toBeGreaterThan(0.3)
  const close = [0.84, 0.86, 0.85, 0.83, 0.87].map((score) => run(score))
  const [near = 0, far = 0] = detectRegression({ prior: close, current: close }).evidence.interval ?? []
  expect(far - near).toBeLessThan(0.06)
})
