import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Sample, sampleOf } from '../stats/descriptive'
import { seededRng } from '../stats/random'
import { detectRegression, type VersionRun } from './detect-regression'
import { judgeDrop, oddsOf } from './regression-posterior'

const policy = { threshold: 0.05, minLiveRuns: 3 }

/** Standard normal numbers from a seed. */
function normals(seed: number): () => number {
  const rng = seededRng(seed)
  return () => Math.sqrt(-2 * Math.log(1 - rng())) * Math.cos(2 * Math.PI * rng())
}

const CHANGES = 2_000
const count = (n: number, of: () => boolean) => Array.from({ length: n }, of).filter(Boolean).length / n

/** Changes of a version whose scores have the standard deviation `sigma` and whose mean truly falls by `drop`. */
function gaussianChange(sigma: number, drop: number, [prior, current]: readonly [number, number]) {
  const normal = normals(7)
  const draw = (n: number, mean: number) => sample(Array.from({ length: n }, () => mean + sigma * normal()))
  return (): [Sample, Sample] => [draw(prior, 0.6), draw(current, 0.6 - drop)]
}

function sample(scores: readonly number[]): Sample {
  return sampleOf(scores) ?? { n: 0, mean: 0, squares: 0 }
}

describe('the rule, on versions whose true drop is known', () => {
  // P(trigger) = 1 - Phi((0.05 - drop) / (sigma·sqrt(1/n1 + 1/n2)))
  it.each([
    [0.03, 0, 0.021],
    [0.05, 0, 0.11],
    [0.1, 0, 0.27],
    [0.05, 0.04, 0.403],
    [0.05, 0.06, 0.597],
    [0.05, 0.1, 0.89],
    [0.1, 0.1, 0.73],
  ])('at sigma %d and a drop of %d triggers in %d of 3 against 3 runs', (sigma, drop, share) => {
    const change = gaussianChange(sigma, drop, [3, 3])
    const isCalled = ([prior, current]: [Sample, Sample]) => judgeDrop(prior, current, policy).verdict === 'regression'
    expect(Math.abs(count(CHANGES, () => isCalled(change())) - share)).toBeLessThan(0.03)
  })
})

describe('the interval', () => {
  const held = (sigma: number, drop: number, sizes: readonly [number, number]) => {
    const change = gaussianChange(sigma, drop, sizes)
    return count(600, () => {
      const [low, high] = oddsOf(...change(), 0.05).interval
      return low <= drop && drop <= high
    })
  }

  it.each([
    [0.02, [3, 3]],
    [0.05, [3, 3]],
    [0.1, [3, 3]],
    [0.05, [30, 3]],
    [0.1, [10, 10]],
  ] as const)('at sigma %d with %j runs holds no drop, a usual and a huge one alike', (sigma, sizes) => {
    for (const drop of [0, 0.08, 0.4]) expect(held(sigma, drop, sizes)).toBeGreaterThan(0.84)
  })

  it('of a version that stopped keeping its contract contains the whole fall', () => {
    const of = (conformant: boolean, rests: number[]): VersionRun[] =>
      rests.map((rest) => ({ conformance: conformant, score: rest + (conformant ? 0.4 : 0) }))
    const { delta, evidence } = detectRegression({
      prior: of(true, [0.5, 0.52, 0.49]),
      current: of(false, [0.5, 0.51, 0.52]),
    })
    expect(delta).toBeGreaterThan(0.38)
    expect(evidence.interval?.[1]).toBeGreaterThan(0.4)
    expect(evidence.pDropExceedsThreshold).toBeGreaterThan(0.9)
  })
})

/** Changes of versions that keep their contract more or less often, with whether the true drop is above .05. */
function conformanceChanges(seed: number) {
  const rng = seededRng(seed)
  const normal = normals(seed + 1)
  return () => {
    const conformant = [1, 0.99, 0.98, 0.95, 0.9][Math.floor(rng() * 5)] ?? 1
    const conformantNow = rng() < 1 / 5 ? Math.max(0, conformant - 0.5 * rng()) : conformant
    const rest = rng() < 0.4 ? 0 : 0.03 * normal()
    const run = (rate: number, middle: number): VersionRun => {
      const conformance = rng() < rate
      const other = Math.min(0.6, Math.max(0, middle + 0.03 * normal()))
      return { conformance, score: (conformance ? 0.4 : 0) + other }
    }
    const three = (rate: number, middle: number) => [0, 1, 2].map(() => run(rate, middle))
    const isTrue = 0.4 * (conformant - conformantNow) + rest > 0.05
    return { isTrue, prior: three(conformant, 0.45), current: three(conformantNow, 0.45 - rest) }
  }
}

const without = (list: readonly VersionRun[]) => list.map(({ score }) => ({ score }))
const brier = (said: readonly { p: number; isTrue: boolean }[]) =>
  said.reduce((sum, { p, isTrue }) => sum + (p - Number(isTrue)) ** 2, 0) / said.length

/** Mean distance between predicted and actual frequency, over ten bins of equal width. */
function calibrationError(said: readonly { p: number; isTrue: boolean }[]): number {
  const bins = Map.groupBy(said, ({ p }) => Math.min(9, Math.floor(p * 10)))
  const gaps = [...bins.values()].map((bin) =>
    Math.abs(bin.reduce((sum, { p, isTrue }) => sum + p - Number(isTrue), 0)),
  )
  return gaps.reduce((sum, gap) => sum + gap, 0) / said.length
}

describe('conformance taken separately', () => {
  const draw = conformanceChanges(3)
  const changes = Array.from({ length: CHANGES }, draw)
  const said = changes.map(({ isTrue, prior, current }) => {
    const apart = detectRegression({ prior, current })
    const whole = detectRegression({ prior: without(prior), current: without(current) })
    return {
      isTrue,
      rule: Number(apart.gate),
      apart: apart.evidence.pDropExceedsThreshold ?? Number.NaN,
      whole: whole.evidence.pDropExceedsThreshold ?? Number.NaN,
    }
  })
  const scored = (by: 'rule' | 'apart' | 'whole') => said.map((one) => ({ p: one[by], isTrue: one.isTrue }))

  it('gives a better probability than the whole score, and a far better one than the bare rule', () => {
    expect(brier(scored('apart'))).toBeLessThan(brier(scored('whole')))
    expect(brier(scored('apart'))).toBeLessThan(0.65 * brier(scored('rule')))
    expect(calibrationError(scored('apart'))).toBeLessThan(0.05)
  })

  it('never changes the verdict', () => {
    for (const { prior, current } of changes.slice(0, 300)) {
      const apart = detectRegression({ prior, current })
      const whole = detectRegression({ prior: without(prior), current: without(current) })
      expect(apart.verdict).toBe(whole.verdict)
      expect([apart.evidence.byConformance, whole.evidence.byConformance]).toEqual([true, false])
    }
  })

  it('does not take one broken contract of three for a certain regression', () => {
    const of = (...conformant: boolean[]) =>
      conformant.map((conformance) => ({ conformance, score: conformance ? 0.9 : 0.5 }))
    const { verdict, evidence } = detectRegression({ prior: of(true, true, true), current: of(true, true, false) })
    expect(verdict).toBe('regression')
    expect(evidence.word).toBe('inconclusive')
    const many = (conformant: number) => of(...Array.from({ length: 30 }, (_, run) => run < conformant))
    expect(detectRegression({ prior: many(30), current: many(18) }).evidence.word).toBe('regressed')
    expect(detectRegression({ prior: many(30), current: many(30) }).evidence.word).toBe('not_worse')
  })

  it('is not used if it is unknown for a run, or inconsistent with its score', () => {
    const known = { score: 0.9, conformance: true }
    const with_ = (run: VersionRun) =>
      detectRegression({ prior: [known, known], current: [known, run] }).evidence.byConformance
    expect(with_(known)).toBe(true)
    expect(with_({ score: 0.9 })).toBe(false)
    expect(with_({ score: 0.9, conformance: null })).toBe(false)
    expect(with_({ score: 0.3, conformance: true })).toBe(false)
    expect(with_({ score: 0.7, conformance: false })).toBe(false)
  })

  it('gives the same result in any order, within bounds, and settled exactly when the word is', () => {
    const run = fc.record({ conformant: fc.boolean(), rest: fc.double({ min: 0, max: 0.6, noNaN: true }) })
    const version = fc
      .array(run, { minLength: 3, maxLength: 12 })
      .map((list) =>
        list.map(({ conformant, rest }) => ({ conformance: conformant, score: (conformant ? 0.4 : 0) + rest })),
      )
    fc.assert(
      fc.property(version, version, (prior, current) => {
        const { evidence } = detectRegression({ prior, current })
        const { pDrop, pDropExceedsThreshold: exceeds, interval, runsToSettle } = evidence
        if (pDrop === null || exceeds === null || interval === null) throw new Error('evidence is missing')
        expect(pDrop).toBeLessThan(1)
        expect(exceeds).toBeGreaterThan(0)
        expect(exceeds).toBeLessThanOrEqual(pDrop)
        expect(interval[0]).toBeLessThan(interval[1])
        expect(runsToSettle === 0).toBe(exceeds >= 0.9 - 1e-9 || exceeds <= 0.1 + 1e-9)
        const other = detectRegression({ prior: prior.toReversed(), current: current.toReversed() })
        expect(other.evidence.pDrop).toBeCloseTo(pDrop, 2)
      }),
      { numRuns: 200 },
    )
  })
})

it('never calls a drop certain, however clear it is', () => {
  const runs = (score: number) =>
    Array.from({ length: 8 }, (_, index) => ({ score: score + index / 1000, conformance: true }))
  const { evidence } = detectRegression({ prior: runs(0.87), current: runs(0.46) })
  expect(evidence.pDrop).toBeLessThan(1)
  expect(evidence.pDropExceedsThreshold).toBeLessThan(1)
  const gain = detectRegression({ prior: runs(0.46), current: runs(0.87) }).evidence
  expect(gain.pDropExceedsThreshold).toBeGreaterThan(0)
})
