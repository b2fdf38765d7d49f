import { describe, expect, it } from 'vitest'
import { type PredictedVerdict, reportCalibration } from './report-calibration'

const weights = { self: 0.15, peer: 0.15, downstream: 0.2, human: 0.5 }
const verdict = (given: Partial<PredictedVerdict>): PredictedVerdict => ({
  ...{ runId: 'run', approved: true, signals: { self: 0.8 }, confidence: null, forecast: null },
  ...given,
})

describe('the report on verdicts', () => {
  it('measures the published confidence on the verdicts that a model predicted, or on all if it predicted none', () => {
    const verdicts = [verdict({}), verdict({ approved: false }), verdict({ signals: {} })]
    const none = reportCalibration({ verdicts, weights }).confidence
    expect(none).toMatchObject({ published: { brier: { n: 2 } }, learned: { brier: { n: 0, mean: null } } })
    expect(none.published.brier.mean).toBeCloseTo((0.2 ** 2 + 0.8 ** 2) / 2, 12)
    const one = reportCalibration({ verdicts: [...verdicts, verdict({ confidence: 0.9 })], weights }).confidence
    expect(one.published.brier).toMatchObject({ n: 1, mean: expect.closeTo(0.2 ** 2, 12) })
    expect(one.learned.brier).toMatchObject({ n: 1, mean: expect.closeTo(0.1 ** 2, 12) })
  })

  it('compares forecasts with the share of approvals before each verdict, on the verdicts that were forecast', () => {
    const verdicts = [verdict({}), verdict({ approved: false, forecast: 0.2 }), verdict({ forecast: 0.6 })]
    const { forecast } = reportCalibration({ verdicts, weights })
    // Before the second verdict (1 + 1) of 3 were approved, before the third (1 + 1) of 4.
    expect(forecast.ofShare).toMatchObject({ n: 2, mean: expect.closeTo(((2 / 3) ** 2 + 0.5 ** 2) / 2, 12) })
    expect(forecast.quality.brier.mean).toBeCloseTo((0.2 ** 2 + 0.4 ** 2) / 2, 12)
    expect(forecast.auroc).toBe(1)
    expect(forecast.aurocInterval?.[0]).toBeLessThan(1)
  })

  it('has no area under the curve while all verdicts are alike', () => {
    const { forecast } = reportCalibration({ verdicts: [verdict({ forecast: 0.6 })], weights })
    expect(forecast).toMatchObject({ auroc: null, aurocInterval: null })
  })
})
