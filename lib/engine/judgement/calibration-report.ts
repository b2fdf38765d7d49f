import type { Calibration, PredictionQualityView } from '@/lib/contracts/calibration'
import {
  type AutomatedEvaluator,
  automatedEvaluators,
  type Evaluator,
  evaluatorRules,
} from '@/lib/contracts/evaluators'
import { ACCEPT_THRESHOLD } from '@/lib/contracts/thresholds'
import { type Interval, mean, sampleOf, sumOf } from '../stats/descriptive'
import { boundedInterval, wilsonInterval } from '../stats/intervals'
import { brierScore, type Forecast, logLoss } from '../stats/prediction-scores'
import { atLeast, isClose } from '../tolerance'
import { MARGIN } from './confidence-rungs'

/** A prediction of a verdict, and the run it is for. */
type RunForecast = Forecast & { runId?: string }

/** Measures the quality of predictions, each made before its verdict was known. */
export function qualityOf(forecasts: readonly RunForecast[]): PredictionQualityView {
  return {
    brier: lossOf(
      forecasts.map((one) => brierScore([one])),
      1,
    ),
    logLoss: lossOf(
      forecasts.map((one) => logLoss([one], MARGIN)),
      -Math.log(MARGIN),
    ),
    reliability: reliabilityOf(forecasts),
  }
}

/** The mean of losses in [0, most], with its interval. */
function lossOf(losses: readonly number[], most: number): PredictionQualityView['brier'] {
  const sample = sampleOf(losses)
  return { n: losses.length, mean: mean(losses), interval: sample && boundedInterval(sample, [0, most]) }
}

const BINS_MAX = 10
const IN_A_BIN = 10
/** Only this many of the runs behind a bin are named, and of those on which an evaluator and people disagree. */
const NAMED_RUNS = { bin: 50, apart: 200 }

/**
 * Groups predictions into bins of about equal number, at least ten verdicts each and at most ten bins. Equal predictions share a bin, since
 * they would otherwise be split by the order of their verdicts. The noise floor treats each verdict as a
 * draw from its probability: the mean distance of a normal of the bin's variance, sqrt(2 Σ p (1 - p) / π) / n.
 */
export function reliabilityOf(forecasts: readonly RunForecast[]): PredictionQualityView['reliability'] {
  const total = forecasts.length
  if (total === 0) return { bins: [], error: null, noiseFloor: null }
  const inOrder = forecasts.toSorted((a, b) => a.probability - b.probability)
  const starts = startsOfBins(inOrder)
  const parts = starts.map((start, at) => inOrder.slice(start, starts[at + 1]))
  const bins = parts.map((part) => {
    const n = part.length
    const successes = part.reduce((sum, { isTrue }) => sum + Number(isTrue), 0)
    return {
      from: part[0]?.probability ?? 0,
      to: part.at(-1)?.probability ?? 1,
      n,
      predicted: mean(part.map(({ probability }) => probability)) ?? 0,
      approved: successes / n,
      interval: wilsonInterval(successes, n),
      runIds: part
        .toSorted((a, b) => distanceOf(b) - distanceOf(a))
        .flatMap(({ runId }) => runId ?? [])
        .slice(0, NAMED_RUNS.bin),
    }
  })
  const error = bins.reduce((sum, { n, predicted, approved }) => sum + (n / total) * Math.abs(predicted - approved), 0)
  const noise = parts.map((part) => {
    const variance = part.reduce((sum, { probability: p }) => sum + p * (1 - p), 0)
    return Math.sqrt((2 * variance) / Math.PI)
  })
  return { bins, error, noiseFloor: sumOf(noise) / total }
}

/** Returns where the bins start: equally spaced, each moved to the next higher prediction, without those that leave a bin too small. */
function startsOfBins(inOrder: readonly RunForecast[]): number[] {
  const total = inOrder.length
  const count = Math.max(1, Math.min(BINS_MAX, Math.floor(total / IN_A_BIN)))
  const starts = [0]
  for (let at = 1; at < count; at++) {
    let start = Math.round((at * total) / count)
    while (start < total && isClose(inOrder[start - 1]?.probability ?? 0, inOrder[start]?.probability ?? 1)) start++
    if (start - (starts.at(-1) ?? 0) >= IN_A_BIN && total - start >= IN_A_BIN) starts.push(start)
  }
  return starts
}

const distanceOf = ({ probability, isTrue }: Forecast) => Math.abs(Number(isTrue) - probability)

/** A person's verdict and the automated signals of the same run. */
export interface JudgedSignals {
  runId?: string
  signals: Partial<Record<AutomatedEvaluator, number | null>>
  approved: boolean
}

export type EvaluatorReport = Omit<Calibration['evaluators'][number], 'learnedWeight'>

/** Standard deviation below which an evaluator's values carry no information. */
const SAYS_NOTHING = 0.05
const WARNED_FROM = 8

/** Compares each automated evaluator with people's verdicts, oldest first; `weights` are the published ones. */
export function compareEvaluators(
  verdicts: readonly JudgedSignals[],
  weights: Readonly<Record<Evaluator, number>>,
): EvaluatorReport[] {
  const total = automatedEvaluators.reduce((sum, evaluator) => sum + weights[evaluator], 0)
  return automatedEvaluators.map((evaluator) => {
    const pairs = verdicts.flatMap(({ signals, approved, runId }) => {
      const value = signals[evaluator] ?? null
      return value === null ? [] : [{ value, approved, runId }]
    })
    const n = pairs.length
    const apart = pairs.filter(({ value, approved }) => atLeast(value, ACCEPT_THRESHOLD) !== approved)
    const agreeing = n - apart.length
    const { yes, no } = evaluatorRules[evaluator].yesOrNo ?? { yes: 1, no: 0 }
    const gaps = sampleOf(pairs.map(({ value, approved }) => value - (approved ? yes : no)))
    const values = sampleOf(pairs.map(({ value }) => value))
    const spread = values && n > 1 ? Math.sqrt(values.squares / (n - 1)) : null
    const biasInterval = gaps && boundedInterval(gaps, [-1, 1])
    const warnings: EvaluatorReport['warnings'] = []
    if (n >= WARNED_FROM && biasInterval && biasInterval[0] > 0) warnings.push('exceeds_people')
    if (n >= WARNED_FROM && spread !== null && spread < SAYS_NOTHING) warnings.push('says_nothing')
    return {
      evaluator,
      n,
      agreement: n > 0 ? agreeing / n : null,
      agreementInterval: n > 0 ? wilsonInterval(agreeing, n) : null,
      apart: apart.length,
      runIds: apart
        .flatMap(({ runId }) => runId ?? [])
        .reverse()
        .slice(0, NAMED_RUNS.apart),
      bias: gaps?.mean ?? null,
      biasInterval,
      spread,
      publishedWeight: total > 0 ? weights[evaluator] / total : 0,
      warnings,
    }
  })
}

/** A prediction for a run drawn for review, the person's verdict, and how many runs it stands for. */
interface AuditVerdict {
  chance: number
  approved: boolean
  weight: number
}

interface AcceptThreshold {
  /** Number of audit verdicts. */
  verdicts: number
  /** Probability from which runs could be accepted; null when none is safe enough, or verdicts are too few. */
  threshold: number | null
  /** Share of all runs that would be accepted at the threshold. */
  accepted: number | null
  /** Share of these that people would reject, with its 95 % interval. */
  errors: number | null
  interval: Interval | null
}

/** With fewer audit verdicts no threshold is given. */
export const AUDIT_MIN = 100

/**
 * Returns the lowest probability at which at most `maxErrors` of the accepted runs would be wrong, by the upper end of Wilson's interval.
 * Weights are the inverse probabilities to be drawn and judged (Horvitz & Thompson 1952), with an effective sample size of (Σ w)² / Σ w²
 * (Kish 1965).
 */
export function acceptThreshold(audit: readonly AuditVerdict[], maxErrors: number): AcceptThreshold {
  const verdicts = audit.length
  const none = { verdicts, threshold: null, accepted: null, errors: null, interval: null }
  if (verdicts < AUDIT_MIN) return none
  const inOrder = audit.toSorted((a, b) => b.chance - a.chance)
  const all = inOrder.reduce((sum, { weight }) => sum + weight, 0)
  let [accepted, squares, wrong] = [0, 0, 0]
  let best: AcceptThreshold = none
  for (const [at, { chance, approved, weight }] of inOrder.entries()) {
    accepted += weight
    squares += weight ** 2
    if (!approved) wrong += weight
    // Runs of equal probability are accepted together.
    if (isClose(inOrder[at + 1]?.chance ?? -1, chance)) continue
    const worth = accepted ** 2 / squares
    const errors = Math.min(1, wrong / accepted)
    const interval = wilsonInterval(errors * worth, worth)
    if (atLeast(maxErrors, interval[1]))
      best = { verdicts, threshold: chance, accepted: accepted / all, errors, interval }
  }
  return best
}
