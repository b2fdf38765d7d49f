import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONFIDENCE_WEIGHTS } from '../confidence/score-confidence'
import { AUDIT_MIN, acceptThreshold, compareEvaluators, qualityOf, reliabilityOf } from './calibration-report'

describe('reliability', () => {
  it('is empty without a verdict', () => {
    expect(reliabilityOf([])).toEqual({ bins: [], error: null, noiseFloor: null })
  })

  it('of two exact probabilities has two bins and no error', () => {
    const draws = (probability: number, n: number) =>
      Array.from({ length: n }, (_, at) => ({ probability, isTrue: at < probability * n }))
    const { bins, error, noiseFloor } = reliabilityOf([...draws(0.2, 10), ...draws(0.8, 10)])
    expect(bins).toMatchObject([
      { n: 10, predicted: expect.closeTo(0.2, 9), approved: 0.2 },
      { n: 10, predicted: expect.closeTo(0.8, 9), approved: 0.8 },
    ])
    expect(error).toBeCloseTo(0, 9)
    // Each bin has a variance of 10 · .2 · .8.
    expect(noiseFloor).toBeCloseTo((2 * Math.sqrt((2 * 1.6) / Math.PI)) / 20, 9)
  })

  it('puts each verdict into one bin, whatever the probabilities', () => {
    const forecasts = fc.array(
      fc.record({ probability: fc.double({ min: 0, max: 1, noNaN: true }), isTrue: fc.boolean() }),
      { minLength: 1, maxLength: 300 },
    )
    fc.assert(
      fc.property(forecasts, (given) => {
        const { bins } = reliabilityOf(given)
        expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(given.length)
        expect(bins.length).toBeLessThanOrEqual(10)
        if (given.length >= 20) expect(Math.min(...bins.map(({ n }) => n))).toBeGreaterThanOrEqual(10)
      }),
    )
  })

  it('is the same in any order of the verdicts: equal probabilities share a bin', () => {
    const forecasts = fc.array(
      fc.record({ probability: fc.constantFrom(0, 0.3, 0.65, 0.65 + 1e-16, 1), isTrue: fc.boolean() }),
      { minLength: 20, maxLength: 120 },
    )
    fc.assert(
      fc.property(forecasts, (given) => {
        const { bins, error } = reliabilityOf(given)
        const approvedFirst = given.toSorted((a, b) => Number(b.isTrue) - Number(a.isTrue))
        expect(reliabilityOf(approvedFirst).error).toBeCloseTo(error ?? 0, 12)
        for (const [at, { to }] of bins.entries()) expect(bins[at + 1]?.from ?? 2).toBeGreaterThan(to + 1e-9)
      }),
    )
  })
})

describe('losses', () => {
  it('are those of the predictions, with an interval from two on', () => {
    const one = { probability: 0.9, isTrue: true }
    expect(qualityOf([one]).brier).toEqual({ n: 1, mean: expect.closeTo(0.01, 12), interval: null })
    const { brier } = qualityOf([one, { probability: 0.9, isTrue: false }])
    expect(brier).toMatchObject({ n: 2, mean: expect.closeTo(0.41, 12) })
    expect(brier.interval?.[0]).toBeLessThan(0.41)
  })

  it('have an interval within the losses that are possible', () => {
    const { brier, logLoss } = qualityOf([
      { probability: 1, isTrue: true },
      { probability: 1, isTrue: false },
    ])
    for (const [{ interval }, most] of [
      [brier, 1],
      [logLoss, Math.log(1e4)],
    ] as const) {
      expect(interval?.[0]).toBeGreaterThanOrEqual(0)
      expect(interval?.[0]).toBeLessThan(0.1 * most)
      expect(interval?.[1]).toBeGreaterThan(0.9 * most)
      expect(interval?.[1]).toBeLessThanOrEqual(most)
    }
  })
})

describe('compareEvaluators', () => {
  const judged = (values: [number | null, boolean][], who: 'self' | 'downstream') =>
    compareEvaluators(
      values.map(([value, approved]) => ({ signals: { [who]: value }, approved })),
      CONFIDENCE_WEIGHTS,
    ).find(({ evaluator }) => evaluator === who)

  it('names the latest runs on which an evaluator and people disagree', () => {
    const verdicts = Array.from({ length: 430 }, (_, at) => ({
      signals: { peer: at % 2 ? 0.9 : 0.1 },
      approved: true,
      runId: `run-${at}`,
    }))
    const peer = compareEvaluators(verdicts, CONFIDENCE_WEIGHTS).find(({ evaluator }) => evaluator === 'peer')
    expect(peer).toMatchObject({ n: 430, agreement: 0.5, apart: 215 })
    expect(peer?.runIds).toHaveLength(200)
    expect(peer?.runIds.slice(0, 2)).toEqual(['run-428', 'run-426'])
  })

  it('reports no agreement for a missing evaluator', () => {
    expect(judged([[null, true]], 'self')).toMatchObject({ n: 0, agreement: null, bias: null, warnings: [] })
  })

  it("compares with the evaluator's own value for no: a downstream of .3 on rejected runs has no bias", () => {
    const says = Array.from({ length: 20 }, (_, at): [number, boolean] => (at % 2 ? [0.3, false] : [1, true]))
    expect(judged(says, 'downstream')).toMatchObject({ agreement: 1, bias: 0, warnings: [] })
  })

  it.each([
    [0.8, true, 1],
    [0.1 + 0.7, true, 1],
    [0.8 - 1e-6, true, 0],
    [0.1 + 0.7, false, 0],
    [0.79, false, 1],
  ])(
    'reads %d beside an approval of %s as an agreement of %d: rounding moves nothing over the line',
    (value, approved, agreement) => {
      expect(judged([[value, approved]], 'self')).toMatchObject({ n: 1, agreement })
    },
  )

  it('gives the bias an interval that a bias can have, however few and different the runs', () => {
    const { bias, biasInterval } =
      judged(
        [
          [0.9, false],
          [0.9, false],
          [0.1, true],
        ],
        'self',
      ) ?? {}
    expect(bias).toBeCloseTo(0.3, 9)
    expect(biasInterval?.[0]).toBeGreaterThanOrEqual(-1)
    expect(biasInterval?.[1]).toBeLessThanOrEqual(1)
    expect(biasInterval?.[1]).toBeGreaterThan(0.9)
  })

  it('warns of an evaluator that praises everything', () => {
    const says = Array.from({ length: 20 }, (_, at): [number, boolean] => [0.97, at % 2 === 0])
    expect(judged(says, 'self')).toMatchObject({
      agreement: 0.5,
      warnings: ['exceeds_people', 'says_nothing'],
    })
  })
})

describe('acceptThreshold', () => {
  const audit = (n: number) =>
    Array.from({ length: n }, (_, at) => ({ chance: at / n, approved: at / n > 0.5, weight: 5 }))

  it('is null below a hundred audit verdicts', () => {
    expect(acceptThreshold(audit(AUDIT_MIN - 1), 0.2)).toMatchObject({ verdicts: 99, threshold: null })
  })

  it('is where the upper end of the errors is tolerated, and lower for a higher tolerance', () => {
    const [strict, lenient] = [acceptThreshold(audit(400), 0.05), acceptThreshold(audit(400), 0.3)]
    for (const [line, borne] of [
      [strict, 0.05],
      [lenient, 0.3],
    ] as const)
      expect(line.interval?.[1]).toBeLessThanOrEqual(borne)
    expect(lenient.threshold).toBeLessThan(strict.threshold ?? 0)
    expect(lenient.accepted).toBeGreaterThan(strict.accepted ?? 1)
  })

  it('is null when no probability is safe', () => {
    const wrong = audit(200).map((one) => ({ ...one, approved: false }))
    expect(acceptThreshold(wrong, 0.1)).toMatchObject({ threshold: null, accepted: null })
  })

  it('accepts runs together whose probabilities differ by rounding alone', () => {
    const said = (n: number, chance: number, approved: boolean) =>
      Array.from({ length: n }, () => ({ chance, approved, weight: 1 }))
    const tied = [...said(120, 0.3 + 0.6, true), ...said(80, 0.9 - 1e-12, false)]
    expect(acceptThreshold(tied, 0.1).threshold).toBeNull()
    expect(acceptThreshold([...said(120, 0.9, true), ...said(80, 0.8, false)], 0.1).threshold).toBe(0.9)
  })

  it('weights each verdict by how many runs it stands for', () => {
    const often = Array.from({ length: 100 }, () => ({ chance: 0.9, approved: true, weight: 1 }))
    const rarely = Array.from({ length: 10 }, () => ({ chance: 0.9, approved: false, weight: 20 }))
    expect(acceptThreshold([...often, ...rarely], 1).errors).toBeCloseTo(200 / 300, 9)
  })
})
