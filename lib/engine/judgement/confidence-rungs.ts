import { automatedEvaluators, type Evaluator } from '@/lib/contracts/evaluators'
import { type ConfidenceSignals, scoreConfidence } from '../confidence/score-confidence'
import { logit } from '../stats/map-logistic'

export type Weights = Partial<Record<Evaluator, number>>

/** The automated signals of one run, each in [0, 1] or null if missing, and their published confidence. */
export interface SignalRow {
  values: readonly (number | null)[]
  confidence: number
}

/**
 * Reads the signals of a run; null if none of them carries weight.
 * @throws {EngineInputError} on an invalid signal or weight.
 */
export function toSignalRow(signals: ConfidenceSignals, weights?: Weights): SignalRow | null {
  const automated = Object.fromEntries(automatedEvaluators.map((evaluator) => [evaluator, signals[evaluator]]))
  const { score, breakdown } = scoreConfidence({ signals: automated, weights })
  if (score === null) return null
  const value = (evaluator: Evaluator) => breakdown.find((part) => part.evaluator === evaluator)?.value ?? null
  return { values: automatedEvaluators.map(value), confidence: score }
}

/** Returns the row with another value of one signal; its confidence is recomputed with the published `shares`. */
export function withValue(row: SignalRow, index: number, value: number, shares: readonly number[]): SignalRow {
  const values = row.values.with(index, value)
  const [sum, total] = values.reduce<[number, number]>(
    ([sum, total], present, at) =>
      present === null ? [sum, total] : [sum + (shares[at] ?? 0) * present, total + (shares[at] ?? 0)],
    [0, 0],
  )
  return { values, confidence: sum / total }
}

/** Signals are kept at least this far from 0 and 1 before taking logits; a signal within it counts as being at that end. */
export const MARGIN = 1e-4

/** Features that belong together, with the prior mean and standard deviation of their coefficients. */
interface FeatureGroup {
  features: (row: SignalRow) => number[]
  mean: readonly number[]
  sd: readonly number[]
}

/** One logistic regression of the ladder: an intercept, then its groups in order. */
export interface Rung {
  method: 'map_platt' | 'map_stack'
  /** Prior probability of this regression. */
  share: number
  features: (row: SignalRow) => number[]
  mean: readonly number[]
  precision: readonly number[]
}

/** Replaces a missing signal by the mean of the others, so that it adds no evidence. */
const givenOr = ({ values, confidence }: SignalRow, index: number) => values[index] ?? confidence
const PLACES = automatedEvaluators.map((_, index) => index)
const PAIRS = PLACES.flatMap((one) => PLACES.filter((other) => other > one).map((other) => [one, other] as const))
const group = (features: FeatureGroup['features'], mean: readonly number[], sd: number): FeatureGroup => ({
  features,
  mean,
  sd: mean.map(() => sd),
})
const zeros = (count: number) => Array.from({ length: count }, () => 0)

const INTERCEPT = group(() => [1], [0], 1.5)
const CONFIDENCE_LOGIT = group(({ confidence }) => [logit(confidence, MARGIN)], [1], 0.75)
const LOGITS = group((row) => PLACES.map((at) => logit(givenOr(row, at), MARGIN)), zeros(PLACES.length), 0.05)
const ENDS = group(
  ({ values }) => values.flatMap((value) => [isAt(value, 0), isAt(value, 1)].map(Number)),
  zeros(2 * PLACES.length),
  0.5,
)
const PRODUCTS = group(
  (row) => PAIRS.map(([one, other]) => (givenOr(row, one) - 0.5) * (givenOr(row, other) - 0.5)),
  zeros(PAIRS.length),
  2,
)

const isAt = (value: number | null, end: 0 | 1) => value !== null && Math.abs(value - end) <= MARGIN

/** The slope of the logistic curve at one half is a quarter, so 4 x the share of a signal moves the probability as it moves the mean. */
function signalsOf(shares: readonly number[]): FeatureGroup {
  return group(
    (row) => PLACES.map((at) => givenOr(row, at) - 0.5),
    shares.map((share) => 4 * share),
    2,
  )
}

/** Returns the indexes of the signals that only some of the rows have, so that their absence may be informative. */
export function gapsIn(rows: readonly SignalRow[]): number[] {
  return PLACES.filter(
    (at) => rows.some(({ values }) => values[at] === null) && rows.some(({ values }) => values[at] !== null),
  )
}

function missing(gaps: readonly number[]): FeatureGroup {
  return group(({ values }) => gaps.map((at) => Number(values[at] === null)), zeros(gaps.length), 0.5)
}

/**
 * Returns the regressions of the ladder: MAP-Platt on the logit of the published confidence, and MAP-stack on the signals and their logits,
 * alone, with steps for signals at 0 or 1, and with products of two signals. `shares` are the published weights of the evaluators, summing
 * to 1, which set the prior of the signals; `gaps` as returned by {@link gapsIn}.
 */
export function rungsOf(gaps: readonly number[], shares: readonly number[]): Rung[] {
  const stack = [signalsOf(shares), LOGITS, missing(gaps)]
  return [
    rung('map_platt', 1 / 3, [CONFIDENCE_LOGIT]),
    rung('map_stack', 1 / 9, stack),
    rung('map_stack', 1 / 9, [...stack, ENDS]),
    rung('map_stack', 1 / 9, [...stack, ENDS, PRODUCTS]),
  ]
}

function rung(method: Rung['method'], share: number, groups: readonly FeatureGroup[]): Rung {
  const all = [INTERCEPT, ...groups]
  return {
    method,
    share,
    features: (row) => all.flatMap(({ features }) => features(row)),
    mean: all.flatMap(({ mean }) => mean),
    precision: all.flatMap(({ sd }) => sd.map((deviation) => 1 / deviation ** 2)),
  }
}
