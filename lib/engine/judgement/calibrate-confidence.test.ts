import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineInputError } from '../input-error'
import { seededRng } from '../stats/random'
import { type CalibrationInput, calibrateConfidence } from './calibrate-confidence'
import { VERDICTS_MIN } from './learn-confidence'

type Known = CalibrationInput['verdicts'][number]

/** Simulated runs that a person approves with probability `chance`, which the signals may or may not reflect. */
function world(
  count: number,
  seed: number,
  chance: (self: number, peer: number, downstream: number) => number,
): Known[] {
  const random = seededRng(seed)
  return Array.from({ length: count }, () => {
    const [self, peer, downstream] = [random(), random(), random()]
    return { signals: { self, peer, downstream }, approved: random() < chance(self, peer, downstream) }
  })
}

const brier = (chances: (number | null)[], truth: readonly Known[]) =>
  chances.reduce<number>((sum, chance, at) => sum + ((chance ?? Number.NaN) - Number(truth[at]?.approved)) ** 2, 0) /
  truth.length

const steep = (x: number) => 1 / (1 + Math.exp(-10 * (x - 0.5)))
const WORLDS = {
  'the published weights are right': (s: number, p: number, d: number) =>
    steep((0.15 * s + 0.25 * p + 0.35 * d) / 0.75),
  'the peer is noise': (s: number, _: number, d: number) => steep(0.3 * s + 0.7 * d),
  'self-praise speaks against': (s: number, p: number, d: number) => steep(0.5 + 0.5 * (p + d - 1) - 0.5 * (s - 0.5)),
  'people are strict': (s: number, p: number, d: number) => 0.3 * steep((s + p + d) / 3),
}

it.each([1e-200, 1e-310])('weights verdicts by the ratio of their probabilities, however small: %d', (probability) => {
  const verdicts = world(40, 3, WORLDS['the peer is noise'])
  const apply = [{ signals: { self: 0.8, peer: 0.4 } }]
  const drawn = verdicts.map((verdict) => ({ ...verdict, probability }))
  expect(calibrateConfidence({ verdicts: drawn, apply })).toEqual(calibrateConfidence({ verdicts, apply }))
  const [first, ...others] = verdicts
  const unequal = [{ ...(first as Known), probability }, ...others]
  const { results, prequential } = calibrateConfidence({ verdicts: unequal, apply })
  expect(results[0]?.calibrated).toBeGreaterThan(0)
  expect(prequential.logLossCalibrated).toBeGreaterThan(0)
})

describe('below 8 verdicts', () => {
  it.each([0, 1, VERDICTS_MIN - 1])('learns nothing from %d, and keeps the published confidence', (count) => {
    const verdicts = world(count, 1, () => 0.5)
    const report = calibrateConfidence({ verdicts, apply: [{ signals: { self: 0.8, peer: 0.4 } }] })
    expect(report).toMatchObject({ method: 'none', n: count, weights: null })
    expect(report.results).toEqual([{ confidence: expect.closeTo(0.55, 12), calibrated: null, interval: null }])
    expect(report.prequential).toEqual({
      n: 0,
      logLossPublished: null,
      logLossCalibrated: null,
      brierPublished: null,
      brierCalibrated: null,
    })
  })

  it('ignores verdicts on runs without a signal', () => {
    const verdicts = Array.from({ length: 20 }, () => ({ signals: {}, approved: true }))
    expect(calibrateConfidence({ verdicts, apply: [] })).toMatchObject({ method: 'none', n: 0 })
  })
})

describe.each(Object.entries(WORLDS))('where %s', (_, chance) => {
  const held = world(500, 99, chance)
  const published = calibrateConfidence({ verdicts: [], apply: held }).results.map(({ confidence }) => confidence)

  it.each([
    [20, 6, 0.005],
    [300, 1, -0.005],
  ])('with %d verdicts is no worse than the published confidence', (count, draws, slack) => {
    const losses = Array.from({ length: draws }, (_, draw) => {
      const { results } = calibrateConfidence({ verdicts: world(count, draw + 1, chance), apply: held })
      return brier(
        results.map(({ calibrated }) => calibrated),
        held,
      )
    })
    const mean = losses.reduce((sum, loss) => sum + loss, 0) / draws
    expect(mean).toBeLessThan(brier(published, held) + slack)
  })
})

it('learns which evaluator people agree with', () => {
  const { weights, method, n } = calibrateConfidence({
    verdicts: world(400, 3, WORLDS['self-praise speaks against']),
    apply: [],
  })
  expect({ method, n }).toEqual({ method: 'map_stack', n: 400 })
  expect(weights?.self).toBeLessThan(-0.1)
  expect(weights?.peer).toBeGreaterThan(0.2)
  expect(weights?.downstream).toBeGreaterThan(0.2)
})

it('recovers the published weights when people judge by them', () => {
  const { weights } = calibrateConfidence({
    verdicts: world(3000, 4, WORLDS['the published weights are right']),
    apply: [],
  })
  expect(weights?.self).toBeCloseTo(0.2, 1)
  expect(weights?.downstream).toBeCloseTo(0.47, 1)
})

it('has an interval that narrows with verdicts and mostly contains the true probability', () => {
  const chance = WORLDS['the published weights are right']
  const apply = world(200, 77, chance)
  const truth = apply.map(({ signals: { self, peer, downstream } }) =>
    chance(Number(self), Number(peer), Number(downstream)),
  )
  const [few, many] = [100, 600].map((count) => {
    const { results } = calibrateConfidence({ verdicts: world(count, 5, chance), apply })
    const intervals = results.map(({ interval }) => interval ?? ([Number.NaN, Number.NaN] as const))
    const held = intervals.filter(([low, high], at) => low <= (truth[at] ?? 0) && (truth[at] ?? 0) <= high).length
    const width = intervals.reduce((sum, [low, high]) => sum + high - low, 0)
    return { held: held / apply.length, width: width / apply.length }
  })
  expect(few?.held).toBeGreaterThan(0.8)
  expect(many?.held).toBeGreaterThan(0.8)
  expect(many?.width).toBeLessThan((few?.width ?? 0) * 0.7)
})

describe('the isotonic curve', () => {
  const stairs = (s: number, p: number, d: number) => ((0.15 * s + 0.25 * p + 0.35 * d) / 0.75 > 0.62 ? 0.95 : 0.3)

  it('is applied when people decide in steps, and improves the prediction', () => {
    const [verdicts, held] = [world(1500, 6, stairs), world(2000, 7, stairs)]
    const bent = calibrateConfidence({ verdicts, apply: held })
    expect(bent.method).toBe('blend_isotonic')
    const published = bent.results.map(({ confidence }) => confidence)
    const chances = bent.results.map(({ calibrated }) => calibrated)
    expect(brier(chances, held)).toBeLessThan(brier(published, held) - 0.02)
  })

  it('is not applied when it does not predict better', () => {
    expect(calibrateConfidence({ verdicts: world(600, 8, WORLDS['people are strict']), apply: [] }).method).not.toBe(
      'blend_isotonic',
    )
  })

  it('is never applied with fewer than 300 verdicts', () => {
    expect(calibrateConfidence({ verdicts: world(299, 6, stairs), apply: [] }).method).not.toBe('blend_isotonic')
  })
})

describe('missing signals', () => {
  const verdicts = world(60, 9, WORLDS['the peer is noise']).map((verdict, at) =>
    at % 3 === 0 ? { ...verdict, signals: { ...verdict.signals, downstream: null } } : verdict,
  )

  it('are not zero', () => {
    const apply = [
      { signals: { self: 0.9, peer: 0.9 } },
      { signals: { self: 0.9, peer: 0.9, downstream: 0 } },
      { signals: {} },
    ]
    const [missing, zero, nothing] = calibrateConfidence({ verdicts, apply }).results
    expect((missing?.calibrated ?? 0) - (zero?.calibrated ?? 1)).toBeGreaterThan(0.2)
    expect(nothing).toEqual({ confidence: null, calibrated: null, interval: null })
  })

  it("include the person's own signal, which never changes the result", () => {
    const apply = [{ signals: { self: 0.4, peer: 0.9 } }]
    const told = calibrateConfidence({
      verdicts: verdicts.map(({ signals, approved }) => ({ signals: { ...signals, human: approved }, approved })),
      apply: [{ signals: { self: 0.4, peer: 0.9, human: true } }],
    })
    expect(told).toEqual(calibrateConfidence({ verdicts, apply }))
  })
})

describe('sampled verdicts', () => {
  it('are weighted by the inverse of their probability', () => {
    // Only a quarter of the rejected runs was reviewed: unweighted, approval looks too likely.
    const random = seededRng(12)
    const verdicts = world(1200, 10, () => 0.4).flatMap((verdict) => {
      const probability = verdict.approved ? 1 : 0.25
      return random() < probability ? [{ ...verdict, probability }] : []
    })
    const apply = [{ signals: { self: 0.5, peer: 0.5, downstream: 0.5 } }]
    const chanceOf = (known: Known[]) =>
      calibrateConfidence({ verdicts: known, apply }).results[0]?.calibrated ?? Number.NaN
    expect(chanceOf(verdicts)).toBeGreaterThan(0.3)
    expect(chanceOf(verdicts)).toBeLessThan(0.5)
    expect(chanceOf(verdicts.map(({ probability: _, ...verdict }) => verdict))).toBeGreaterThan(0.6)
  })

  it('of equal probability count as if they had none', () => {
    const plain = world(50, 11, WORLDS['the peer is noise'])
    const apply = plain.slice(0, 3)
    const drawn = plain.map((verdict) => ({ ...verdict, probability: 0.1 }))
    const [one, other] = [
      calibrateConfidence({ verdicts: plain, apply }),
      calibrateConfidence({ verdicts: drawn, apply }),
    ]
    for (const [at, { calibrated }] of one.results.entries())
      expect(other.results[at]?.calibrated).toBeCloseTo(calibrated ?? Number.NaN, 8)
  })
})

describe('any verdicts', () => {
  const share = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }))
  const signals = fc.record({ self: fc.option(share), peer: fc.option(share), downstream: fc.option(share) })
  const known = fc.array(fc.record({ signals, approved: fc.boolean() }), { minLength: 12, maxLength: 30 })
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

  it('give a probability within its interval, both in 0 to 1', () => {
    fc.assert(
      fc.property(known, fc.array(fc.record({ signals }), { maxLength: 5 }), (verdicts, apply) => {
        for (const { calibrated, interval } of calibrateConfidence({ verdicts, apply }).results) {
          if (calibrated === null) continue
          expect(interval?.[0]).toBeGreaterThanOrEqual(0)
          expect(interval?.[0]).toBeLessThanOrEqual(calibrated)
          expect(interval?.[1]).toBeGreaterThanOrEqual(calibrated)
          expect(interval?.[1]).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('give the same result in any order, and their times only affect the losses', () => {
    fc.assert(
      fc.property(known, (verdicts) => {
        const apply = verdicts.slice(0, 3)
        const dated = verdicts.map((verdict, minute) => ({ ...verdict, at: at(minute) }))
        const one = calibrateConfidence({ verdicts: dated, apply })
        expect(calibrateConfidence({ verdicts: dated.toReversed(), apply })).toEqual(one)
        const undated = calibrateConfidence({ verdicts: verdicts.toReversed(), apply })
        for (const [index, { calibrated }] of one.results.entries())
          expect(undated.results[index]?.calibrated ?? -1).toBeCloseTo(calibrated ?? -1, 5)
      }),
      { numRuns: 20 },
    )
  })

  it('never make approval less likely for more of a signal that people follow', () => {
    const { results } = calibrateConfidence({
      verdicts: world(500, 13, WORLDS['the published weights are right']),
      apply: Array.from({ length: 49 }, (_, step) => ({
        signals: { self: 0.5, peer: 0.5, downstream: (step + 1) / 50 },
      })),
    })
    for (const [step, { calibrated }] of results.entries())
      if (step > 0) expect(calibrated).toBeGreaterThanOrEqual(results[step - 1]?.calibrated ?? 1)
  })
})

it.each<[string, Partial<CalibrationInput>, string]>([
  ['a level of 1', { level: 1 }, 'level'],
  ['a probability of 0', { verdicts: [{ signals: {}, approved: true, probability: 0 }] }, 'verdicts[0].probability'],
  ['an invalid time', { verdicts: [{ signals: {}, approved: true, at: 'soon' }] }, 'verdicts[0].at'],
])('rejects %s', (_, input, path) => {
  const refused = () => calibrateConfidence({ verdicts: [], apply: [], ...input })
  expect(refused).toThrow(EngineInputError)
  expect(refused).toThrow(path)
})
