import { type AutomatedEvaluator, automatedEvaluators } from '@/lib/contracts/evaluators'
import { type ConfidenceSignals, readWeights } from '../confidence/score-confidence'
import { type Interval, sampleOf, sumOf } from '../stats/descriptive'
import { type CurveBlock, curveAt, fitIsotonic } from '../stats/isotonic'
import { brierScore, type Forecast, logLoss } from '../stats/prediction-scores'
import { type Blend, blendInterval, fitBlend, predictBlend, type Verdict } from './confidence-blend'
import {
  gapsIn,
  MARGIN,
  type Rung,
  rungsOf,
  type SignalRow,
  toSignalRow,
  type Weights,
  withValue,
} from './confidence-rungs'

/** With fewer verdicts no probability is shown. */
export const VERDICTS_MIN = 8
/** From this many verdicts on, an isotonic curve is applied to the blend if it has predicted better so far. */
const ISOTONIC_MIN = 300

/** A person's verdict on a run. */
export interface SignalVerdict {
  signals: ConfidenceSignals
  approved: boolean
  /** Time of the verdict in ISO 8601. Verdicts are processed in this order, those without a time first. */
  at?: string | undefined
  /** Probability with which the run was drawn for review, in (0, 1]; 1 by default. */
  probability?: number | undefined
}

/** The learned probability that a person approves. JSON-serializable, so that it can be stored. */
export interface ConfidenceModel {
  /** Verdicts on runs with a signal. */
  n: number
  /** Weights of the published confidence if they are not the default ones. */
  weights: Weights | null
  /** Indexes of the signals whose absence may be informative. */
  gaps: readonly number[]
  blend: Blend
  /** Curve applied to the blend; null if it does not improve it. */
  curve: readonly CurveBlock[] | null
}

/** Losses on unseen verdicts, each predicted from those before it; null when there are none. */
interface ConfidencePrequential {
  n: number
  logLossPublished: number | null
  logLossCalibrated: number | null
  brierPublished: number | null
  brierCalibrated: number | null
}

/** The learned model, and its quality on unseen verdicts. */
export interface LearnedConfidence {
  /** Null with fewer than {@link VERDICTS_MIN} verdicts. */
  model: ConfidenceModel | null
  /** The part with at least 99 % of the posterior; `blend` if there is none; `none` without a model. */
  method: 'none' | 'map_platt' | 'map_stack' | 'blend' | 'blend_isotonic'
  n: number
  /** How much each signal changes the probability between 0 and 1, divided by their sum; comparable to the published weights. */
  moves: Partial<Record<AutomatedEvaluator, number>> | null
  prequential: ConfidencePrequential
}

/**
 * Learns the probability that a person approves a run from its automated signals: the published confidence, MAP-Platt and MAP-stack mixed
 * by Laplace evidence, and from {@link ISOTONIC_MIN} verdicts an isotonic curve over the blend if that predicts unseen verdicts better.
 * Sampled verdicts are weighted by the inverse of their probability. Deterministic.
 * @throws {EngineInputError} on a signal outside 0 to 1 or an invalid weight.
 */
export function learnConfidence(verdicts: readonly SignalVerdict[], weights?: Weights): LearnedConfidence {
  const shares = publishedShares(weights)
  const { known, rungs, gaps } = readVerdicts(verdicts, weights, shares)
  const n = known.length
  if (n < VERDICTS_MIN) return { model: null, method: 'none', n, moves: null, prequential: lossesOf([], []) }
  const { published, calibrated, curveWins, last } = predictInTurn(rungs, known)
  const blend = fitBlend(rungs, weighed(known), last)
  const curve = curveWins ? findCurve(rungs, known, blend) : null
  const model = { n, weights: weights ?? null, gaps, blend, curve }
  return {
    model,
    method: curve ? 'blend_isotonic' : methodOf(rungs, blend),
    n,
    moves: learntMoves(known, shares, chanceBy(model)),
    prequential: lossesOf(published, calibrated),
  }
}

/** Returns a function for the probability that a person approves a run with these signals, and its interval at the level. */
export function confidenceBy(
  model: ConfidenceModel,
  level: number,
): (row: SignalRow) => { chance: number; interval: Interval } {
  const rungs = rungsOf(model.gaps, publishedShares(model.weights ?? undefined))
  const bend = bendOf(model)
  return (row) => {
    const [low, high] = blendInterval(rungs, model.blend, row, level)
    return { chance: bend(predictBlend(rungs, model.blend, row)), interval: [bend(low), bend(high)] }
  }
}

function chanceBy(model: ConfidenceModel): (row: SignalRow) => number {
  const rungs = rungsOf(model.gaps, publishedShares(model.weights ?? undefined))
  const bend = bendOf(model)
  return (row) => bend(predictBlend(rungs, model.blend, row))
}

function bendOf({ curve, n }: ConfidenceModel): (chance: number) => number {
  return curve ? (chance) => bounded(curveAt(curve, chance), n) : (chance) => chance
}

/**
 * Reads the verdicts on runs with a signal, ordered by time (those without one first, in their given order), and builds the ladder for
 * them.
 */
function readVerdicts(verdicts: readonly SignalVerdict[], weights: Weights | undefined, shares: readonly number[]) {
  // Only the ratio of weights matters, and the inverse of a tiny probability is infinite.
  const least = verdicts.reduce((lowest, { probability = 1 }) => Math.min(lowest, probability), 1)
  const read = verdicts.flatMap(({ signals, approved, at, probability = 1 }) => {
    const row = toSignalRow(signals, weights)
    return row
      ? [{ row, approved, weight: least / probability, ms: at === undefined ? -Infinity : Date.parse(at) }]
      : []
  })
  const sorted = read.sort((a, b) => (a.ms === b.ms ? 0 : a.ms - b.ms))
  const gaps = gapsIn(sorted.map(({ row }) => row))
  const rungs = rungsOf(gaps, shares)
  const known = sorted.map(({ row, approved, weight }) => ({
    row,
    features: rungs.map(({ features }) => features(row)),
    approved,
    weight,
  }))
  return { known, rungs, gaps }
}

function publishedShares(weights: Weights | undefined): number[] {
  const inForce = readWeights(weights)
  const sum = automatedEvaluators.reduce((total, evaluator) => total + inForce[evaluator], 0)
  return automatedEvaluators.map((evaluator) => inForce[evaluator] / sum)
}

/** Scales weights to sum to the effective number of verdicts, (Σ w)² / Σ w² (Kish 1965), which is lower for unequal draws. */
function weighed(verdicts: readonly Verdict[]): Verdict[] {
  // Of the largest, since the square of a tiny weight is 0.
  const largest = verdicts.reduce((most, { weight }) => Math.max(most, weight), 0)
  const shares = verdicts.map(({ weight }) => weight / largest)
  const sum = sumOf(shares)
  const squares = shares.reduce((total, share) => total + share ** 2, 0)
  return verdicts.map((verdict, index) => ({ ...verdict, weight: ((shares[index] ?? 0) * sum) / squares }))
}

/** Growth of the verdicts after which the blend is refitted; few additional verdicts change little. */
const growthOf = (known: number) => (known < 2000 ? 1.3 : 2)
const COMPARED_FROM = ISOTONIC_MIN - 100

/** Predicts verdicts from the earlier ones, refitting as they grow. */
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
      const chance = predictBlend(rungs, blend, row)
      const bent = curve ? bounded(curveAt(curve, chance), known) : chance
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

/** Whether one log loss is significantly lower than another on the same verdicts. */
function isBetter(one: readonly Forecast[], other: readonly Forecast[]): boolean {
  const gains = sampleOf(one.map((forecast, index) => lossOf(other[index] ?? forecast) - lossOf(forecast)))
  return gains !== null && gains.n > 1 && gains.mean > SURE * Math.sqrt(gains.squares / (gains.n - 1) / gains.n)
}

const lossOf = (forecast: Forecast) => logLoss([forecast], MARGIN) * (forecast.weight ?? 1)

const toPoint = ({ probability, isTrue, weight = 1 }: Forecast) => ({ x: probability, y: Number(isTrue), weight })

/** Keeps the probability of a curve over `n` verdicts at least 1 / (n + 2) away from 0 and 1. */
const bounded = (chance: number, n: number) => Math.min(1 - 1 / (n + 2), Math.max(1 / (n + 2), chance))

const FOLDS = 5

/**
 * Fits the isotonic curve of the verdicts over the blend's cross-validated predictions; null if the curve does not also improve held-out
 * folds, since verdicts in order may favour it for a while. Folds follow the confidence, not the order.
 */
function findCurve(rungs: readonly Rung[], verdicts: readonly Verdict[], whole: Blend) {
  const sorted = verdicts.toSorted(
    (a, b) => a.row.confidence - b.row.confidence || Number(a.approved) - Number(b.approved) || a.weight - b.weight,
  )
  const inFold = (fold: number) => sorted.filter((_, index) => index % FOLDS === fold)
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const blend = fitBlend(rungs, weighed(sorted.filter((_, index) => index % FOLDS !== fold)), whole)
    return inFold(fold).map(({ row, approved: isTrue, weight }) => ({
      probability: predictBlend(rungs, blend, row),
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
      probability: bounded(curveAt(curve, forecast.probability), verdicts.length),
    }))
  })
  return isBetter(curved, folds.flat()) ? fitIsotonic(folds.flat().map(toPoint)) : null
}

const CARRIES = 0.99

function methodOf(rungs: readonly Rung[], blend: Blend): 'map_platt' | 'map_stack' | 'blend' {
  const shareOf = (method: string) =>
    blend.reduce((sum, { share }, index) => sum + (rungs[index - 1]?.method === method ? share : 0), 0)
  if (shareOf('map_platt') >= CARRIES) return 'map_platt'
  return shareOf('map_stack') >= CARRIES ? 'map_stack' : 'blend'
}

const MOVED_MAX = 500

/** Leaves out signals that no verdict has; all moves are 0 if no signal changes the probability. */
function learntMoves(
  verdicts: readonly Verdict[],
  shares: readonly number[],
  chance: (row: SignalRow) => number,
): Partial<Record<AutomatedEvaluator, number>> {
  const step = Math.ceil(verdicts.length / MOVED_MAX)
  const sample = verdicts.toSorted((a, b) => a.row.confidence - b.row.confidence).filter((_, at) => at % step === 0)
  const moves = automatedEvaluators.flatMap((evaluator, index) => {
    const having = sample.filter(({ row }) => row.values[index] !== null)
    const at = (row: SignalRow, value: number) => chance(withValue(row, index, value, shares))
    const move = having.reduce((sum, { row }) => sum + at(row, 1) - at(row, 0), 0)
    return having.length > 0 ? [{ evaluator, move: move / having.length }] : []
  })
  const total = moves.reduce((sum, { move }) => sum + Math.abs(move), 0)
  return Object.fromEntries(moves.map(({ evaluator, move }) => [evaluator, total > 0 ? move / total : 0]))
}

function lossesOf(published: readonly Forecast[], calibrated: readonly Forecast[]): ConfidencePrequential {
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
