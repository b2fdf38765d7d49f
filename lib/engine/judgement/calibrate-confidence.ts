import type { ConfidenceSignals } from '../confidence/score-confidence'
import { readWeights } from '../confidence/score-confidence'
import { InputCheck } from '../input-check'
import { sampleOf } from '../stats/descriptive'
import type { Interval } from '../stats/intervals'
import { fitIsotonic } from '../stats/isotonic'
import { brierScore, type Forecast, logLoss } from '../stats/prediction-scores'
import { type Blend, fitBlend, type Verdict } from './confidence-blend'
import {
  AUTOMATED,
  type AutomatedEvaluator,
  MARGIN,
  type Rung,
  rungsOf,
  type SignalRow,
  toSignalRow,
  type Weights,
  withValue,
} from './confidence-rungs'

/** With fewer verdicts no chance is shown. */
export const VERDICTS_MIN = 8
/** From so many verdicts on an increasing curve is laid over the blend where it has done better so far. */
const ISOTONIC_MIN = 300

export interface CalibrationInput {
  /** What people said of runs. `probability` is how likely this run was to be drawn for review, in (0, 1]; 1 by default. */
  verdicts: readonly {
    signals: ConfidenceSignals
    approved: boolean
    at?: string | undefined
    probability?: number | undefined
  }[]
  apply: readonly { signals: ConfidenceSignals }[]
  /** Of the intervals, strictly between 0 and 1; 0.95 by default. */
  level?: number | undefined
  /** Weights of the published confidence; the standard ones by default. */
  weights?: Weights | undefined
}

interface CalibratedConfidence {
  /** The published confidence of the automated signals; null without any. */
  confidence: number | null
  /** The chance that a person approves; null below {@link VERDICTS_MIN} verdicts, and without a signal. */
  calibrated: number | null
  interval: Interval | null
}

/** Losses on verdicts that were not known yet, each predicted from those before it; null where there are none. */
interface Prequential {
  n: number
  logLossPublished: number | null
  logLossCalibrated: number | null
  brierPublished: number | null
  brierCalibrated: number | null
}

interface CalibrationReport {
  /** Which part carries at least 99 % of the belief; `blend` where none does; `none` below {@link VERDICTS_MIN} verdicts. */
  method: 'none' | 'map_platt' | 'map_stack' | 'blend' | 'blend_isotonic'
  /** Verdicts on runs with a signal. */
  n: number
  /** What each signal moves the chance by on its way from 0 to 1, by the sum of these; comparable to the published weights. */
  weights: Partial<Record<AutomatedEvaluator, number>> | null
  results: CalibratedConfidence[]
  prequential: Prequential
}

/**
 * The chance that a person approves a run, from its automated signals, learned from verdicts: the published confidence, MAP-Platt and
 * MAP-stack mixed by Laplace evidence, and from {@link ISOTONIC_MIN} verdicts an isotonic curve over it where that predicts the next
 * verdicts better. Drawn verdicts count by the inverse of their probability. The published confidence stands beside it, unchanged.
 * @throws EngineInputError for a signal outside 0 to 1, a bad weight, probability, moment or level
 */
export function calibrateConfidence({ verdicts, apply, level = 0.95, weights }: CalibrationInput): CalibrationReport {
  requireReadable({ verdicts, level })
  const rows = apply.map(({ signals }) => toSignalRow(signals, weights))
  const shares = publishedShares(weights)
  const { known, rungs } = readVerdicts(verdicts, weights, shares)
  if (known.length < VERDICTS_MIN) {
    const results = rows.map((row) => ({ confidence: row?.confidence ?? null, calibrated: null, interval: null }))
    return { method: 'none', n: known.length, weights: null, results, prequential: lossesOf([], []) }
  }
  const { published, calibrated, curveWins, last } = predictInTurn(rungs, known)
  const blend = fitBlend(rungs, weighed(known), last)
  const curve = curveWins ? findCurve(rungs, known, blend) : null
  const bend = curve ? (chance: number) => bounded(curve(chance), known.length) : (chance: number) => chance
  const results = rows.map((row) => {
    if (!row) return { confidence: null, calibrated: null, interval: null }
    const [low, high] = blend.interval(row, level)
    const interval: Interval = [bend(low), bend(high)]
    return { confidence: row.confidence, calibrated: bend(blend.predict(row)), interval }
  })
  return {
    method: curve ? 'blend_isotonic' : methodOf(blend),
    n: known.length,
    weights: learntWeights(known, shares, (row) => bend(blend.predict(row))),
    results,
    prequential: lossesOf(published, calibrated),
  }
}

function requireReadable({ verdicts, level }: { verdicts: CalibrationInput['verdicts']; level: number }): void {
  const check = new InputCheck()
  check.require(level > 0 && level < 1, 'level', 'must be strictly between 0 and 1')
  for (const [index, { at, probability = 1 }] of verdicts.entries()) {
    const path = `verdicts[${index}]`
    check.require(probability > 0 && probability <= 1, `${path}.probability`, 'must be above 0 and at most 1')
    check.require(at === undefined || !Number.isNaN(Date.parse(at)), `${path}.at`, 'must be a moment in ISO 8601')
  }
  check.throwIfAny()
}

/** Verdicts on runs with a signal, in the order of their moments, those without one first, as they came; and the ladder over them. */
function readVerdicts(verdicts: CalibrationInput['verdicts'], weights: Weights | undefined, shares: readonly number[]) {
  const read = verdicts.flatMap(({ signals, approved, at, probability = 1 }) => {
    const row = toSignalRow(signals, weights)
    return row ? [{ row, approved, weight: 1 / probability, ms: at === undefined ? -Infinity : Date.parse(at) }] : []
  })
  const sorted = read.sort((a, b) => (a.ms === b.ms ? 0 : a.ms - b.ms))
  const rungs = rungsOf(
    sorted.map(({ row }) => row),
    shares,
  )
  const known = sorted.map(({ row, approved, weight }) => ({
    row,
    features: rungs.map(({ features }) => features(row)),
    approved,
    weight,
  }))
  return { known, rungs }
}

function publishedShares(weights: Weights | undefined): number[] {
  const inForce = readWeights(weights)
  const sum = AUTOMATED.reduce((total, evaluator) => total + inForce[evaluator], 0)
  return AUTOMATED.map((evaluator) => inForce[evaluator] / sum)
}

/** Weights that add up to the number of verdicts they are worth, (Σ w)² / Σ w² (Kish 1965): unequal draws know less. */
function weighed(verdicts: readonly Verdict[]): Verdict[] {
  const sum = verdicts.reduce((total, { weight }) => total + weight, 0)
  const squares = verdicts.reduce((total, { weight }) => total + weight ** 2, 0)
  return verdicts.map((verdict) => ({ ...verdict, weight: (verdict.weight * sum) / squares }))
}

/** By how much verdicts have grown when the blend is fitted anew: a few add little to many. */
const growthOf = (known: number) => (known < 2000 ? 1.3 : 2)
const COMPARED_FROM = ISOTONIC_MIN - 100

/** Predicts verdicts from those before them, anew as these grow. */
function predictInTurn(rungs: readonly Rung[], verdicts: readonly Verdict[]) {
  const published: Forecast[] = []
  const calibrated: Forecast[] = []
  const plain: Forecast[] = []
  const curved: Forecast[] = []
  let last: Blend | undefined
  for (let known = VERDICTS_MIN; known < verdicts.length; ) {
    const next = Math.min(verdicts.length, Math.ceil(known * growthOf(known)))
    const blend = fitBlend(rungs, weighed(verdicts.slice(0, known)), last)
    const curve = known < COMPARED_FROM ? null : fitIsotonic(plain.map(toPoint))
    const curveLeads = known >= ISOTONIC_MIN && isBetter(curved, plain.slice(-curved.length))
    for (const { row, approved: isTrue, weight } of verdicts.slice(known, next)) {
      const chance = blend.predict(row)
      const bent = curve ? bounded(curve(chance), known) : chance
      published.push({ probability: row.confidence, isTrue, weight })
      plain.push({ probability: chance, isTrue, weight })
      if (curve) curved.push({ probability: bent, isTrue, weight })
      calibrated.push({ probability: curveLeads ? bent : chance, isTrue, weight })
    }
    last = blend
    known = next
  }
  const curveWins = verdicts.length >= ISOTONIC_MIN && isBetter(curved, plain.slice(-curved.length))
  return { published, calibrated, curveWins, last }
}

const SURE = 1

/** Whether one log loss is lower than another on the same verdicts by more than chance makes it. */
function isBetter(one: readonly Forecast[], other: readonly Forecast[]): boolean {
  const gains = sampleOf(one.map((forecast, index) => lossOf(other[index] ?? forecast) - lossOf(forecast)))
  return gains !== null && gains.n > 1 && gains.mean > SURE * Math.sqrt(gains.squares / (gains.n - 1) / gains.n)
}

const lossOf = (forecast: Forecast) => logLoss([forecast], MARGIN) * (forecast.weight ?? 1)

const toPoint = ({ probability, isTrue, weight = 1 }: Forecast) => ({ x: probability, y: Number(isTrue), weight })

/** A curve over `n` verdicts knows no chance nearer to 0 or 1 than one in n + 2. */
const bounded = (chance: number, n: number) => Math.min(1 - 1 / (n + 2), Math.max(1 / (n + 2), chance))

const FOLDS = 5

/**
 * The isotonic curve of the verdicts over what the blend says of each from the other folds; null where it would not have served the
 * folds it does not know either: verdicts that come in order may favour it for a while. Folds follow the confidence, not the order.
 */
function findCurve(rungs: readonly Rung[], verdicts: readonly Verdict[], whole: Blend) {
  const sorted = verdicts.toSorted(
    (a, b) => a.row.confidence - b.row.confidence || Number(a.approved) - Number(b.approved) || a.weight - b.weight,
  )
  const inFold = (fold: number) => sorted.filter((_, index) => index % FOLDS === fold)
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const blend = fitBlend(rungs, weighed(sorted.filter((_, index) => index % FOLDS !== fold)), whole)
    return inFold(fold).map(({ row, approved: isTrue, weight }) => ({
      probability: blend.predict(row),
      isTrue,
      weight,
    }))
  })
  const curved = folds.flatMap((held, fold) => {
    const curve = fitIsotonic(
      folds
        .filter((_, other) => other !== fold)
        .flat()
        .map(toPoint),
    )
    return held.map((forecast) => ({
      ...forecast,
      probability: bounded(curve?.(forecast.probability) ?? forecast.probability, verdicts.length),
    }))
  })
  return isBetter(curved, folds.flat()) ? fitIsotonic(folds.flat().map(toPoint)) : null
}

const CARRIES = 0.99

function methodOf({ parts }: Blend): 'map_platt' | 'map_stack' | 'blend' {
  const shareOf = (method: string) =>
    parts.filter((part) => part.method === method).reduce((sum, { share }) => sum + share, 0)
  if (shareOf('map_platt') >= CARRIES) return 'map_platt'
  return shareOf('map_stack') >= CARRIES ? 'map_stack' : 'blend'
}

const MOVED_MAX = 500

/** Signals that no verdict has are not spoken of; all are 0 where none moves the chance. */
function learntWeights(
  verdicts: readonly Verdict[],
  shares: readonly number[],
  chance: (row: SignalRow) => number,
): Partial<Record<AutomatedEvaluator, number>> {
  const step = Math.ceil(verdicts.length / MOVED_MAX)
  const sample = verdicts.toSorted((a, b) => a.row.confidence - b.row.confidence).filter((_, at) => at % step === 0)
  const moves = AUTOMATED.flatMap((evaluator, index) => {
    const having = sample.filter(({ row }) => row.values[index] !== null)
    const at = (row: SignalRow, value: number) => chance(withValue(row, index, value, shares))
    const move = having.reduce((sum, { row }) => sum + at(row, 1) - at(row, 0), 0)
    return having.length > 0 ? [{ evaluator, move: move / having.length }] : []
  })
  const total = moves.reduce((sum, { move }) => sum + Math.abs(move), 0)
  return Object.fromEntries(moves.map(({ evaluator, move }) => [evaluator, total > 0 ? move / total : 0]))
}

function lossesOf(published: readonly Forecast[], calibrated: readonly Forecast[]): Prequential {
  const of = (loss: (forecasts: readonly Forecast[], margin: number) => number, forecasts: readonly Forecast[]) =>
    forecasts.length > 0 ? loss(forecasts, MARGIN) : null
  return {
    n: published.length,
    logLossPublished: of(logLoss, published),
    logLossCalibrated: of(logLoss, calibrated),
    brierPublished: of(brierScore, published),
    brierCalibrated: of(brierScore, calibrated),
  }
}
