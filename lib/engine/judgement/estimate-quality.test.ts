import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineInputError } from '../input-error'
import { sampleOf } from '../stats/descriptive'
import { wilsonInterval } from '../stats/intervals'
import { seededRng } from '../stats/random'
import {
  correlationOf,
  estimateQuality,
  estimateQualityOfSums,
  type QualityInput,
  type QualitySums,
} from './estimate-quality'

type Run = QualityInput['labelled'][number]

const runs = (automated: readonly number[], verdicts: readonly number[]): Run[] =>
  automated.map((score, at) => ({ automated: score, verdict: verdicts[at] ?? 0 }))
const others = (...scores: number[]) => scores.map((automated) => ({ automated }))

describe('the estimate from verdicts alone', () => {
  it('is null without verdicts', () => {
    expect(estimateQuality({ labelled: [], unlabelled: others(0.4, 0.6) })).toMatchObject({
      estimate: null,
      interval: [0, 1],
      effectiveLabels: 0,
      correlation: null,
      automatedMean: 0.5,
      labelsOnly: { estimate: null, interval: [0, 1] },
    })
  })

  it.each([
    ['all good', [1, 1, 1, 1, 1]],
    ['all bad', [0, 0, 0]],
    ['some good', [1, 0, 1, 1, 0, 1]],
  ])("has Wilson's interval for verdicts of yes or no: %s", (_, verdicts) => {
    const labelled = runs([0.9, 0.8, 0.7, 0.6, 0.5, 0.4].slice(0, verdicts.length), verdicts)
    const good = verdicts.filter((verdict) => verdict === 1).length
    const report = estimateQuality({ labelled, unlabelled: others(0.5, 0.6) })
    expect(report).toMatchObject({ method: 'wilson', estimate: good / verdicts.length })
    for (const [end, value] of wilsonInterval(good, verdicts.length).entries())
      expect(report.interval[end]).toBeCloseTo(value, 9)
  })

  it("is mean ± t for graded verdicts, by a textbook's t", () => {
    // 0.78, 0.75, 0.79: mean .7733, s .0208; t of 2 degrees is 4.3027.
    const { method, estimate, interval } = estimateQuality({
      labelled: runs([0.5, 0.5, 0.5], [0.78, 0.75, 0.79]),
      unlabelled: [],
    })
    expect(method).toBe('classical')
    expect(estimate).toBeCloseTo(2.32 / 3, 12)
    expect(interval[1] - interval[0]).toBeCloseTo((2 * 4.30265 * 0.0208167) / Math.sqrt(3), 4)
  })

  it('is never certain for grades that happen to be equal', () => {
    const { interval } = estimateQuality({ labelled: runs([0.1, 0.9], [0.8, 0.8]), unlabelled: [] })
    expect(interval[1] - interval[0]).toBeGreaterThan(0.4)
  })
})

describe('the estimate using scores', () => {
  const random = seededRng(4)
  const graded = Array.from({ length: 20 }, () => {
    const automated = random()
    return { automated, verdict: 0.2 + 0.6 * automated + 0.1 * random() }
  })

  it('follows the published formula: λ, estimate and variance', () => {
    const unlabelled = others(...Array.from({ length: 80 }, () => random()))
    const [n, N] = [graded.length, unlabelled.length]
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = (values: number[]) =>
      mean(values.map((value) => (value - mean(values)) ** 2)) * (values.length / (values.length - 1))
    const [f, y] = [graded.map(({ automated }) => automated), graded.map(({ verdict }) => verdict)]
    const open = unlabelled.map(({ automated }) => automated)
    const covariance = (mean(f.map((score, at) => score * (y[at] ?? 0))) - mean(f) * mean(y)) * (n / (n - 1))
    const lambda = covariance / (variance([...f, ...open]) * (1 + n / N))
    const report = estimateQuality({ labelled: graded, unlabelled })
    expect(report.method).toBe('ppi')
    expect(report.estimate).toBeCloseTo(mean(y) + lambda * (mean(open) - mean(f)), 12)
    const residual = variance(y.map((verdict, at) => verdict - lambda * (f[at] ?? 0)))
    const scale = Math.sqrt((lambda ** 2 * variance(open)) / N + (residual / n) * ((n - 1) / (n - 2)))
    expect(report.interval[1] - report.interval[0]).toBeCloseTo(2 * 2.10092 * scale, 4)
  })

  it('makes few verdicts count for more, the closer they correlate with scores', () => {
    const unlabelled = others(...Array.from({ length: 2000 }, () => random()))
    const { effectiveLabels, correlation } = estimateQuality({ labelled: graded, unlabelled })
    expect(correlation).toBeGreaterThan(0.95)
    expect(effectiveLabels).toBeGreaterThan(60)
  })

  it.each<[string, Run[], number]>([
    ['with 7 verdicts', graded.slice(0, 7), 50],
    [
      'when scores contradict verdicts',
      graded.map(({ automated, verdict }) => ({ automated: 1 - automated, verdict })),
      50,
    ],
    ['when scores do not vary', graded.map(({ verdict }) => ({ automated: 0.5, verdict })), 50],
    ['without other runs', graded, 0],
  ])('is not used %s', (_, labelled, count) => {
    const report = estimateQuality({ labelled, unlabelled: others(...Array.from({ length: count }, () => random())) })
    expect(report.method).toBe('classical')
    expect(report).toMatchObject(report.labelsOnly)
    expect(report.effectiveLabels).toBe(labelled.length)
  })
})

describe('strata', () => {
  it('count by their share of the runs, however many of each were judged', () => {
    const good = Array.from({ length: 30 }, (_, at) => ({ automated: 0.5, verdict: at < 27 ? 1 : 0, stratum: 'a' }))
    const bad = Array.from({ length: 10 }, (_, at) => ({ automated: 0.5, verdict: at < 2 ? 1 : 0, stratum: 'b' }))
    const open = Array.from({ length: 160 }, (_, at) => ({ automated: 0.5, stratum: at < 70 ? 'a' : 'b' }))
    const report = estimateQuality({ labelled: [...good, ...bad], unlabelled: open })
    expect(report.stratified).toBe(true)
    expect(report.estimate).toBeCloseTo(0.5 * 0.9 + 0.5 * 0.2, 12)
  })

  it('are pooled when one has fewer than 5 verdicts', () => {
    const labelled = Array.from({ length: 9 }, (_, at) => ({
      automated: 0.5,
      verdict: at % 2,
      stratum: at < 5 ? 'a' : 'b',
    }))
    expect(estimateQuality({ labelled, unlabelled: [{ automated: 0.5, stratum: 'a' }] }).stratified).toBe(false)
    const unknown = labelled.map((run) => ({ ...run, stratum: 'a' }))
    expect(estimateQuality({ labelled: unknown, unlabelled: [{ automated: 0.5, stratum: 'c' }] }).stratified).toBe(
      false,
    )
  })

  it('with all verdicts equal do not make the estimate certain', () => {
    const labelled = ['a', 'b'].flatMap((stratum) =>
      Array.from({ length: 10 }, () => ({ automated: 0.5, verdict: stratum === 'a' ? 1 : 0, stratum })),
    )
    const { interval } = estimateQuality({ labelled, unlabelled: [] })
    expect(interval[1] - interval[0]).toBeGreaterThan(0.1)
  })
})

describe('the interval contains the truth about as often as its level', () => {
  const gauss = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const yesOrNo = (random: () => number, closeness: number): Run => {
    const verdict = random() < 0.7 ? 1 : 0
    return { verdict, automated: Math.min(1, Math.max(0, 0.4 + closeness * (verdict - 0.7) + 0.15 * gauss(random))) }
  }
  const graded = (random: () => number, closeness: number): Run => {
    const [shared, own, noise] = [gauss(random), gauss(random), gauss(random)]
    const verdict = Math.min(1, Math.max(0, 0.5 + 0.1 * (closeness * 2 * shared + own)))
    return { verdict, automated: Math.min(1, Math.max(0, 0.6 + 0.1 * (closeness * 2 * shared + noise))) }
  }

  it.each([
    ['yes or no', yesOrNo, 0.7, 10, 0.1],
    ['yes or no', yesOrNo, 0.7, 20, 0.3],
    ['yes or no', yesOrNo, 0.7, 50, 0.3],
    ['graded', graded, 0.5, 5, 0.7],
    ['graded', graded, 0.5, 20, 0.7],
    ['graded', graded, 0.5, 100, 0.2],
  ] as const)('of verdicts that are %s', (_, draw, truth, n, closeness) => {
    const random = seededRng(n)
    const rounds = 400
    let held = 0
    for (let round = 0; round < rounds; round++) {
      const labelled = Array.from({ length: n }, () => draw(random, closeness))
      const unlabelled = Array.from({ length: 300 - n }, () => ({ automated: draw(random, closeness).automated }))
      const { interval } = estimateQuality({ labelled, unlabelled })
      if (interval[0] <= truth && truth <= interval[1]) held++
    }
    expect(held / rounds).toBeGreaterThan(0.915)
    expect(held / rounds).toBeLessThan(0.99)
  })
})

describe('any runs', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true })
  const stratum = fc.constantFrom(undefined, 'a', 'b')
  const verdict = fc.oneof(fc.constantFrom(0, 1), unit)
  const judged = fc.array(fc.record({ automated: unit, verdict, stratum }), { maxLength: 40 })
  const open = fc.array(fc.record({ automated: unit, stratum }), { maxLength: 40 })

  it('have an estimate within its interval and 0 to 1, and scores never widen it by more than 5 %', () => {
    fc.assert(
      fc.property(judged, open, (labelled, unlabelled) => {
        const { estimate, interval, labelsOnly, effectiveLabels } = estimateQuality({ labelled, unlabelled })
        const [low, high] = interval
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        if (estimate !== null) {
          expect(estimate).toBeGreaterThanOrEqual(low - 1e-9)
          expect(estimate).toBeLessThanOrEqual(high + 1e-9)
        }
        expect(high - low).toBeLessThanOrEqual(1.05 * (labelsOnly.interval[1] - labelsOnly.interval[0]) + 1e-12)
        expect(effectiveLabels).toBeGreaterThanOrEqual(labelled.length)
      }),
      { numRuns: 300 },
    )
  })

  it('give the same result from the sums of the others', () => {
    fc.assert(
      fc.property(judged, open, (labelled, unlabelled) => {
        const one = estimateQuality({ labelled, unlabelled })
        // Each stratum in two parts, as from two days.
        const parts = Map.groupBy(unlabelled.entries(), ([at, { stratum }]) => `${stratum} ${at % 2}`)
        const sums = [...parts.values()].flatMap((runs): QualitySums['unlabelled'] => {
          const sample = sampleOf(runs.map(([, { automated }]) => automated))
          return sample ? [{ ...sample, stratum: runs[0]?.[1].stratum }] : []
        })
        const other = estimateQualityOfSums({ labelled, unlabelled: sums })
        expect(other).toMatchObject({ method: one.method, stratified: one.stratified, correlation: one.correlation })
        expect(other.labelsOnly).toEqual(one.labelsOnly)
        expect(other.estimate ?? -1).toBeCloseTo(one.estimate ?? -1, 9)
        expect(other.automatedMean ?? -1).toBeCloseTo(one.automatedMean ?? -1, 9)
        expect(other.interval[0]).toBeCloseTo(one.interval[0], 6)
        expect(other.interval[1]).toBeCloseTo(one.interval[1], 6)
      }),
      { numRuns: 300 },
    )
  })

  it('give the same result in any order', () => {
    fc.assert(
      fc.property(judged, open, (labelled, unlabelled) => {
        const one = estimateQuality({ labelled, unlabelled })
        const other = estimateQuality({ labelled: labelled.toReversed(), unlabelled: unlabelled.toReversed() })
        expect(other.method).toBe(one.method)
        expect(other.estimate ?? -1).toBeCloseTo(one.estimate ?? -1, 9)
        expect(other.interval[0]).toBeCloseTo(one.interval[0], 6)
      }),
    )
  })
})

it.each<[string, Partial<QualityInput>, string]>([
  ['a level of 0', { level: 0 }, 'level'],
  ['a verdict of 2', { labelled: runs([0.5], [2]) }, 'labelled[0].verdict'],
  ['a score below 0', { unlabelled: others(0.5, -0.1) }, 'unlabelled[1].automated'],
])('rejects %s', (_, input, path) => {
  const refused = () => estimateQuality({ labelled: [], unlabelled: [], ...input })
  expect(refused).toThrow(EngineInputError)
  expect(refused).toThrow(path)
})

it.each<[string, Partial<QualitySums['unlabelled'][number]>, string]>([
  ['half a run', { n: 0.5 }, 'unlabelled[0].n'],
  ['a mean above 1', { mean: 1.1 }, 'unlabelled[0].mean'],
  ['squares below 0', { squares: -1 }, 'unlabelled[0].squares'],
])('rejects sums with %s', (_, part, path) => {
  const sums = { n: 3, mean: 0.5, squares: 0.1, ...part }
  expect(() => estimateQualityOfSums({ labelled: [], unlabelled: [sums] })).toThrow(path)
})

describe('the correlation of scores with verdicts', () => {
  it("is Pearson's", () => {
    // Anscombe's first quartet, divided by 15: r = .81642.
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
    const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
    const labelled = runs(
      x.map((value) => value / 15),
      y.map((value) => value / 15),
    )
    expect(correlationOf(labelled)).toBeCloseTo(0.81642, 5)
  })

  it('is null where one of both does not vary', () => {
    expect(correlationOf(runs([0.5, 0.5], [0, 1]))).toBeNull()
    expect(correlationOf(runs([0.2, 0.5], [1, 1]))).toBeNull()
  })
})
