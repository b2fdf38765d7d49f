import { scoreConfidence } from '@/lib/engine/confidence/score-confidence'
import { calibrateConfidence } from '@/lib/engine/judgement/calibrate-confidence'
import { estimateQuality } from '@/lib/engine/judgement/estimate-quality'
import type { Interval } from '@/lib/engine/stats/descriptive'
import { wilsonInterval } from '@/lib/engine/stats/intervals'
import { brierScore, type Forecast } from '@/lib/engine/stats/prediction-scores'
import { seededRng } from '@/lib/engine/stats/random'
import { calibrationError, errorByChance } from '../regression/calibration'
import { average, bestRecalibrated, drawSome, type Figure, SEED, standardError, stopwatch } from './figure'
import { halvesOf, type SignalItem } from './labelled-data'

const FEW_VERDICTS = 20
const DRAWS = 30
const OTHER_HALVES = 40

/** How well the approval probability learned from the verdicts of one half is calibrated on the other. */
export function confidenceFigures(set: string, items: readonly SignalItem[]): Figure[] {
  const { taught, tested } = halvesOf(items)
  const random = seededRng(SEED)
  const published = publishedForecasts(tested)
  const base = baseForecasts(taught, tested)
  const [whole, few] = [stopwatch(), stopwatch()]
  const ours = whole.time(() => calibrated(taught, tested))
  const draws = Array.from({ length: DRAWS }, () => {
    const drawn = drawSome(taught, FEW_VERDICTS, random)
    const forecasts = few.time(() => calibrated(drawn, tested))
    return { ours: brierScore(forecasts), floor: brierScore(baseForecasts(drawn, tested)) }
  })
  const reference = brierScore(published)
  const least = brierScore(bestRecalibrated(calibrated(tested, tested)))
  const beyond = (kind: 'ours' | 'floor') => draws.map((draw) => draw[kind] - reference)
  return [
    {
      name: `confidence, ${set}, ${taught.length} verdicts: Brier`,
      floor: brierScore(base),
      published: reference,
      ours: brierScore(ours),
      best: least,
      callMs: whole.callMs(),
    },
    {
      name: `confidence, ${set}, ${taught.length} verdicts: ECE`,
      floor: calibrationError(base),
      published: calibrationError(published),
      ours: calibrationError(ours),
      best: errorByChance(ours, random),
      callMs: whole.callMs(),
    },
    {
      name: `confidence, ${set}, ${FEW_VERDICTS} verdicts: Brier less published`,
      floor: average(beyond('floor')),
      published: 0,
      ours: average(beyond('ours')),
      error: standardError(beyond('ours')),
      best: least - reference,
      callMs: few.callMs(),
    },
    ...otherHalvesFigures(set, items, random),
  ]
}

/** The same over many random halves, since one half of a small set can be much harder than the other. */
function otherHalvesFigures(set: string, items: readonly SignalItem[], random: () => number): Figure[] {
  const watch = stopwatch()
  const splits = Array.from({ length: OTHER_HALVES }, (_, at) => {
    const { taught, tested } = halvesOf(items, `${at}:`)
    return {
      ours: watch.time(() => calibrated(taught, tested)),
      published: publishedForecasts(tested),
      base: baseForecasts(taught, tested),
      least: bestRecalibrated(calibrated(tested, tested)),
    }
  })
  const over = (kind: keyof (typeof splits)[number], measure: (forecasts: Forecast[]) => number) =>
    splits.map((split) => measure(split[kind]))
  const name = `confidence, ${set}, ${OTHER_HALVES} other halves`
  return [
    {
      name: `${name}: Brier`,
      floor: average(over('base', brierScore)),
      published: average(over('published', brierScore)),
      ours: average(over('ours', brierScore)),
      error: standardError(over('ours', brierScore)),
      best: average(over('least', brierScore)),
      callMs: watch.callMs(),
    },
    {
      name: `${name}: ECE`,
      floor: average(over('base', calibrationError)),
      published: average(over('published', calibrationError)),
      ours: average(over('ours', calibrationError)),
      error: standardError(over('ours', calibrationError)),
      best: average(over('ours', (forecasts) => errorByChance(forecasts, random))),
      callMs: watch.callMs(),
    },
  ]
}

const publishedForecasts = (tested: readonly SignalItem[]): Forecast[] =>
  tested.map((item) => ({ probability: publishedConfidence(item), isTrue: item.approved }))

/** The share of approvals among the verdicts, for every run. */
function baseForecasts(taught: readonly SignalItem[], tested: readonly SignalItem[]): Forecast[] {
  const share = average(taught.map(({ approved }) => Number(approved)))
  return tested.map(({ approved }) => ({ probability: share, isTrue: approved }))
}

/** The published confidence; one half without a signal, since nothing is known. */
const publishedConfidence = ({ signals }: SignalItem) => scoreConfidence({ signals }).score ?? 0.5

function calibrated(verdicts: readonly SignalItem[], apply: readonly SignalItem[]): Forecast[] {
  const { results } = calibrateConfidence({ verdicts, apply })
  return apply.map((item, at) => ({
    probability: results[at]?.calibrated ?? publishedConfidence(item),
    isTrue: item.approved,
  }))
}

const PERIOD = 300
const LABELS = [10, 20, 50]
const PERIODS = 500
const LEVEL = 0.95

/** How often the interval of a period's true share contains it, and its width, from few labels. */
export function trueShareFigures(set: string, items: readonly SignalItem[]): Figure[] {
  const { tested } = halvesOf(items)
  const rows = tested.map((item) => ({ automated: publishedConfidence(item), verdict: Number(item.approved) }))
  const truth = average(rows.map(({ verdict }) => verdict))
  return LABELS.filter((labels) => labels < rows.length).flatMap((labels) => {
    const random = seededRng(SEED)
    const watch = stopwatch()
    const estimates = Array.from({ length: PERIODS }, () => {
      const drawn = drawSome(rows, PERIOD, random)
      const [labelled, unlabelled] = [drawn.slice(0, labels), drawn.slice(labels)]
      const { interval, labelsOnly } = watch.time(() => estimateQuality({ labelled, unlabelled, level: LEVEL }))
      return { ours: interval, alone: labelsOnly.interval }
    })
    const [ours, alone] = [estimates.map((one) => one.ours), estimates.map((one) => one.alone)]
    return [
      {
        name: `true share, ${set}, ${labels} labels: coverage`,
        published: coverageOf(alone, truth),
        ours: coverageOf(ours, truth),
        best: LEVEL,
        callMs: watch.callMs(),
      },
      {
        name: `true share, ${set}, ${labels} labels: width`,
        floor: 1,
        published: widthOf(alone),
        ours: widthOf(ours),
        best: leastWidth(rows, labels),
        callMs: watch.callMs(),
      },
    ]
  })
}

/** Share of the intervals that contain the truth; NaN for none. */
export const coverageOf = (intervals: readonly Interval[], truth: number): number =>
  average(intervals.map(([low, high]) => Number(low <= truth && truth <= high)))

/** Mean width; NaN for none. */
export const widthOf = (intervals: readonly Interval[]): number => average(intervals.map(([low, high]) => high - low))

/** Width of Wilson's interval if the good share at each score is known beforehand, and the labels only teach the rest. */
function leastWidth(rows: readonly { automated: number; verdict: number }[], labels: number): number {
  const expected = bestRecalibrated(rows.map(({ automated, verdict }) => ({ probability: automated, isTrue: verdict })))
  const left = brierScore(expected)
  const share = average(expected.map(({ probability }) => probability))
  const spread = average(expected.map(({ probability }) => (probability - share) ** 2))
  const worth = (share * (1 - share)) / (left / labels + spread / Math.min(PERIOD, rows.length))
  return widthOf([wilsonInterval(share * worth, worth)])
}
