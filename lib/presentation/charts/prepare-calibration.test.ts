import { describe, expect, it } from 'vitest'
import type { Calibration, PredictionQualityView } from '@/lib/contracts/calibration'
import { runsHref } from '../links'
import {
  autoAcceptSentence,
  calibrationHeadline,
  forecastSentence,
  moreVerdicts,
  prepareEvaluators,
  prepareLosses,
} from './prepare-calibration'
import { prepareReliability } from './prepare-reliability'

const none = { n: 0, mean: null, interval: null }
const noQuality: PredictionQualityView = {
  brier: none,
  logLoss: none,
  reliability: { bins: [], error: null, noiseFloor: null },
}
const model = { version: 5, method: 'map-blend/1', verdicts: 40, fittedAt: '2026-11-20T08:00:00.000Z' }

function quality(n: number, brier: number, error = 0.06, noiseFloor = 0.05): PredictionQualityView {
  const interval: [number, number] | null = n > 1 ? [brier - 0.05, brier + 0.05] : null
  return {
    brier: { n, mean: brier, interval },
    logLoss: { n, mean: brier * 3, interval: null },
    reliability: {
      bins: [{ from: 0.2, to: 0.9, n, predicted: 0.5, approved: 0.6, interval: [0.4, 0.8], runIds: ['r1', 'r2'] }],
      error,
      noiseFloor,
    },
  }
}

function calibration(overrides: Partial<Calibration> = {}): Calibration {
  return {
    enabled: true,
    verdicts: { total: 0, approved: 0, needed: 8, drawn: 0 },
    confidence: { model: null, carriedBy: 'none', published: noQuality, learned: noQuality },
    forecast: { model: null, quality: noQuality, ofShare: none, auroc: null, aurocInterval: null },
    evaluators: [],
    autoAccept: { asked: 0.05, verdicts: 0, needed: 100, threshold: null, accepted: null, wrong: null, interval: null },
    history: [],
    ...overrides,
  }
}

const verdicts = (total: number) => ({ total, approved: total, needed: 8, drawn: 0 })
const learned = (n: number): Partial<Calibration> => ({
  verdicts: verdicts(40),
  confidence: {
    model,
    carriedBy: 'blend',
    published: n > 0 ? quality(n, 0.17) : noQuality,
    learned: n > 0 ? quality(n, 0.11) : noQuality,
  },
})

describe('the headline of the page', () => {
  it.each<[string, Partial<Calibration>, string]>([
    ['without verdicts', {}, 'No verdicts yet. Only the published scores apply.'],
    ['with too few verdicts', { verdicts: verdicts(3) }, '3 of the 8 verdicts that it takes to begin learning.'],
    ['before the first fit', { verdicts: verdicts(8) }, '8 verdicts, which the desk will learn from shortly.'],
    [
      'with a fit not yet tested on any verdict',
      learned(0),
      'Learned from 40 verdicts. None was predicted in advance, so the quality of predictions is not known yet.',
    ],
    [
      'with one predicted verdict',
      learned(1),
      'Learned from 40 verdicts. Only 1 verdict was predicted before it was given: too few to tell how far to trust the learned confidence.',
    ],
    [
      'with many',
      learned(28),
      'Learned from 40 verdicts. On the 28 verdicts that were predicted before they were given, the learned confidence is off by 0.11 (Brier), the published one by 0.17.',
    ],
    [
      'for runs without signals, about the forecast',
      {
        verdicts: verdicts(40),
        forecast: {
          model,
          quality: quality(28, 0.2),
          ofShare: { n: 28, mean: 0.25, interval: null },
          auroc: 0.8,
          aurocInterval: null,
        },
      },
      'The forecast is learned from 40 judged runs; too few of these runs have a signal for a learned confidence. On the 28 verdicts that were predicted before they were given, the forecast is off by 0.20 (Brier), always predicting the share by 0.25.',
    ],
    [
      'switched off, whatever was learned before',
      { ...learned(28), enabled: false },
      'Learning is off. Only the published scores apply.',
    ],
  ])('%s', (_, given, expected) => {
    expect(calibrationHeadline(calibration(given))).toBe(expected)
  })
})

describe('more verdicts', () => {
  it('are three times the current ones for intervals half as wide, and null without an interval', () => {
    expect(moreVerdicts(calibration(learned(28)))).toBe('About 84 more verdicts would halve these intervals.')
    const forecast = { model: null, quality: quality(26, 0.2), ofShare: none, auroc: null, aurocInterval: null }
    expect(moreVerdicts(calibration({ forecast }))).toBe('About 78 more verdicts would halve these intervals.')
    expect(moreVerdicts(calibration({ ...learned(6), forecast }))).toBe(
      'About 18 more verdicts would halve the intervals of the learned confidence, 78 those of the forecast.',
    )
    expect(moreVerdicts(calibration(learned(1)))).toBeNull()
    expect(moreVerdicts(calibration())).toBeNull()
  })
})

describe('losses', () => {
  it('share one axis, and show a dash without a mark if unknown', () => {
    const { axes, rows } = prepareLosses(calibration(learned(28)))
    const [published, own, forecast, share] = rows
    expect(axes).toEqual({ brier: ['0', '0.25'], logLoss: ['0', '0.69'] })
    expect(published?.brier).toMatchObject({ text: '0.17', intervalText: '0.12 to 0.22' })
    expect(own?.brier.mark?.dot).toBeLessThan(published?.brier.mark?.dot ?? 0)
    expect(forecast).toMatchObject({ n: '0', brier: { text: '—', intervalText: null, mark: null } })
    expect(share?.logLoss).toEqual({ text: '—', intervalText: null, mark: null })
  })
})

describe('evaluators', () => {
  const report: Calibration['evaluators'][number] = {
    evaluator: 'peer',
    n: 12,
    agreement: 0.75,
    agreementInterval: [0.47, 0.91],
    apart: 3,
    runIds: ['r1', 'r2', 'r3'],
    bias: 0.12,
    biasInterval: [0.02, 0.22],
    spread: 0.04,
    publishedWeight: 1 / 3,
    learnedWeight: null,
    warnings: ['exceeds_people', 'says_nothing', 'same_model'],
  }

  it('open to the runs on which they and people disagree', () => {
    const apartOf = (given: Partial<typeof report>) =>
      prepareEvaluators(calibration({ evaluators: [{ ...report, ...given }] }), 'p')[0]?.apart
    expect(apartOf({})).toEqual({ text: 'Apart on 3 runs', href: runsHref('p', { ids: ['r1', 'r2', 'r3'] }) })
    expect(apartOf({ apart: 65 })?.text).toBe('Apart on 65 runs, the latest 3')
    expect(apartOf({ apart: 0, runIds: [] })).toBeNull()
  })

  it('have their agreement, with warnings as text', () => {
    expect(prepareEvaluators(calibration({ evaluators: [report] }), 'p')).toMatchObject([
      {
        label: 'Peer',
        agreement: { text: '75%', intervalText: '47 to 91%' },
        bias: { text: '+0.12', intervalText: '+0.02 to +0.22' },
        published: { text: '33%' },
        learned: null,
        warnings: ['more content than people', 'hardly tells runs apart', 'same model as the agent'],
      },
    ])
  })

  it('have a learned weight with a minus sign if their signal speaks against people', () => {
    const [row] = prepareEvaluators(calibration({ evaluators: [{ ...report, learnedWeight: -0.04 }] }), 'p')
    expect(row?.learned?.text).toBe('\u22124%')
  })

  it('without runs that people judged have no figures', () => {
    const silent = { ...report, n: 0, agreement: null, agreementInterval: null, bias: null, biasInterval: null }
    expect(
      prepareEvaluators(calibration({ evaluators: [{ ...silent, spread: null, warnings: [] }] }), 'p'),
    ).toMatchObject([
      { n: '0', agreement: { text: '—', mark: null }, bias: { text: '—', intervalText: null }, spread: '—' },
    ])
  })
})

describe('the forecast', () => {
  it.each<[string, Partial<Calibration>, string]>([
    ['with too few verdicts', { verdicts: verdicts(3) }, 'Needs 8 verdicts; 3 so far.'],
    ['switched off', { enabled: false }, 'Nothing is learned.'],
    [
      'without a predicted verdict',
      {
        verdicts: verdicts(8),
        forecast: { model, quality: noQuality, ofShare: none, auroc: null, aurocInterval: null },
      },
      'No verdict has been predicted in advance yet.',
    ],
    [
      'with verdicts of one kind only',
      { forecast: { model, quality: quality(5, 0.1), ofShare: none, auroc: null, aurocInterval: null } },
      '5 verdicts predicted, all with the same outcome. How well it separates good from bad runs will show with the first that differs.',
    ],
    [
      'with both kinds of verdict',
      { forecast: { model, quality: quality(28, 0.1), ofShare: none, auroc: 0.784, aurocInterval: [0.61, 0.89] } },
      'It ranks an approved run above a rejected one in 78% of pairs (AUROC 0.78, 0.61 to 0.89; 0.50 is chance), on 28 verdicts.',
    ],
  ])('%s', (_, given, expected) => {
    expect(forecastSentence(calibration(given))).toBe(expected)
  })
})

describe('the threshold for automatic acceptance', () => {
  const { autoAccept } = calibration()
  it.each<[string, Partial<Calibration['autoAccept']>, string]>([
    ['needs verdicts on drawn runs', {}, 'Needs 100 verdicts that were predicted, on runs drawn at random; 0 so far.'],
    [
      'needs verdicts on each kind of drawn runs',
      { verdicts: 120, lacking: [{ isUrgent: false, probability: null, drawn: 60, judged: 3, needed: 5 }] },
      'The 120 verdicts do not speak for all runs yet. Still needed: 2 verdicts on the 60 drawn runs that nothing else brings to a reviewer.',
    ],
    [
      'is missing if none is safe',
      { verdicts: 120, asked: 0.01 },
      'On 120 audit verdicts no threshold keeps errors under 1%.',
    ],
    [
      'is reported with its expected errors',
      { verdicts: 220, drawn: 410, threshold: 0.91, accepted: 0.43, wrong: 0.02, interval: [0.006, 0.049] },
      'At a chance of 0.91 or more: 43% of runs would be accepted, 2% of them wrongly (0.6 to 4.9%). From 220 of 410 runs drawn at random, weighted by the draw.',
    ],
  ])('%s', (_, given, expected) => {
    expect(autoAcceptSentence({ ...autoAccept, ...given })).toBe(expected)
  })
})

describe('the reliability diagram', () => {
  it('draws both series on a square, with the noise around the diagonal', () => {
    const drawing = prepareReliability(calibration(learned(28)), 'p')
    expect(drawing.title).toBe('Reliability on 28 verdicts')
    expect(drawing.series.map(({ words }) => words)).toEqual([
      'Published: error 0.06, of which about 0.05 is noise at 28 verdicts.',
      'Learned: error 0.06, of which about 0.05 is noise at 28 verdicts.',
    ])
    const { plot, series, band } = drawing
    const dot = series[0]?.dots[0]
    expect(dot?.x).toBe((plot.left + plot.right) / 2)
    expect(dot?.y).toBeLessThan((plot.top + plot.bottom) / 2)
    expect(dot?.high).toBeLessThan(dot?.low ?? 0)
    expect(band).not.toBeNull()
    expect(drawing.table.rows).toHaveLength(2)
    expect([dot?.href, drawing.table.rows[0]?.href]).toEqual(['/p/p/runs?ids=r1%2Cr2', '/p/p/runs?ids=r1%2Cr2'])
  })

  it('states if an error is all noise', () => {
    const { confidence } = learned(28) as Calibration
    const given = calibration({ confidence: { ...confidence, learned: quality(28, 0.1, 0.04, 0.05) } })
    expect(prepareReliability(given, 'p').series[1]?.words).toBe(
      'Learned: error 0.04, no more than the noise of about 0.05 at 28 verdicts.',
    )
  })

  it('draws nothing below ten verdicts, and names their number', () => {
    const drawing = prepareReliability(calibration(learned(9)), 'p')
    expect(drawing).toMatchObject({ series: [], band: null, title: 'Reliability' })
    expect(drawing.missing).toEqual([
      'Published: shown once there are 10 verdicts; so far 9.',
      'Learned: shown once there are 10 predicted verdicts; so far 9.',
    ])
  })

  it('says so where a dot opens to fewer runs than it counts', () => {
    const [all, part] = [quality(12, 0.2), quality(28, 0.2)]
    const whole = { ...all.reliability.bins[0], runIds: Array.from({ length: 12 }, (_, at) => `r${at}`) }
    const titleOf = (learnedQuality: PredictionQualityView) =>
      prepareReliability(
        calibration({ confidence: { model, carriedBy: 'blend', published: noQuality, learned: learnedQuality } }),
        'p',
      ).series[0]?.dots[0]?.title
    expect(titleOf(part)).toMatch(/of 28 verdicts; opens the 2 furthest off$/)
    expect(titleOf({ ...all, reliability: { ...all.reliability, bins: [whole] } } as PredictionQualityView)).toMatch(
      /of 12 verdicts$/,
    )
  })

  it('shows the forecast if no run has a signal', () => {
    const forecast = { model, quality: quality(28, 0.2), ofShare: none, auroc: null, aurocInterval: null }
    expect(prepareReliability(calibration({ forecast }), 'p').series.map(({ key }) => key)).toEqual(['forecast'])
  })
})
