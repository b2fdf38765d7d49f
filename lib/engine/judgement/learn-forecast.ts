import type { ForecastPartsView } from '@/lib/contracts/calibration'
import type { Interval } from '../stats/descriptive'
import { Z_95 } from '../stats/intervals'
import { fitMapLogistic, type LogisticBelief, logitDivisor, predictLogit, sigmoid } from '../stats/map-logistic'
import { type FactsOfRun, FORECAST_FACTS, learnUsual, toForecastFacts, type UsualFacts } from './forecast-facts'
import { type Prequential, prequentialOf } from './prequential'

interface ForecastReason {
  /** A statement about the run. */
  fact: string
  /** Whether it counts for or against an approval. */
  direction: 'for' | 'against'
  /** How much it moves the log-odds of an approval, above 0. */
  weight: number
}

export interface Forecast {
  /** Probability in (0, 1) that a person would approve; null with too few verdicts. */
  probability: number | null
  /** 95 % credible interval of that probability. */
  interval: Interval | null
  /** At most three, highest weight first. */
  reasons: ForecastReason[]
}

type ForecastParts = NonNullable<ForecastPartsView['parts']>

/** A run judged by a person. */
export interface KnownRun extends FactsOfRun {
  key: string
  /** Key of its task: runs of one group are trials of the same task. */
  group: string
  /** Share of approvals. */
  label: number
}

/** The learned relation between a run's trace and a person's approval. JSON-serializable, so that it can be stored. */
export interface ForecastModel extends LogisticBelief {
  /** Runs with a verdict. */
  n: number
  usual: UsualFacts
  /** The chains with an offset, in the order of the last coefficients. */
  chains: readonly string[]
}

export interface LearnedForecast {
  /** Null with too few verdicts. */
  model: ForecastModel | null
  /** Runs with a verdict, each counted once. */
  n: number
  prequential: Prequential
}

/** Minimum number of runs with a verdict for a forecast. */
const VERDICTS_MIN = 8
const REASONS_MAX = 3
const FACT_SD = 0.25
const INTERCEPT_SD = 1
const CHAIN_SD = 0.7
const CHAINS_MAX = 40
/** Correlation of the verdicts on runs of the same request. */
const SAME_REQUEST = 0.5
const WEIGHT_MIN = 0.005
/** The prequential model is refitted when the verdicts have grown by this factor. */
const REFIT_AFTER = 1.05

/**
 * Learns the probability that a person would approve a run from the traces of other runs with verdicts: logistic regression with a Gaussian
 * prior (maximum a posteriori) over the facts of FORECAST_FACTS and an offset per chain, so that chains inform each other. Runs of the same
 * request are correlated: each of k counts 1 / (1 + (k - 1) / 2). The runs must be in the order of their verdicts, which only affects
 * `prequential`.
 */
export function learnForecast(known: readonly KnownRun[]): LearnedForecast {
  return {
    model: known.length < VERDICTS_MIN ? null : learn(known),
    n: known.length,
    prequential: prequentialOf(
      known.map(({ label }) => label),
      predictOneByOne(known),
    ),
  }
}

/** Returns the probability that a person would approve this run, averaged over the uncertainty of the coefficients. */
export function forecastBy(model: ForecastModel, run: FactsOfRun): Forecast {
  const row = rowOf(model, run)
  return { ...chanceOf(model, row), reasons: reasonsOf(model, row) }
}

/** Returns the parts of {@link forecastBy}'s probability: sigmoid((intercept + effects of the terms + rest) / divisor). */
export function forecastParts(model: ForecastModel, run: FactsOfRun): ForecastParts & { probability: number } {
  const row = rowOf(model, run)
  const { mean: logOdds, variance } = predictLogit(model, row)
  const [intercept = 0] = model.coefficients
  const terms = termsOf(model, row)
  const rest = terms.reduce((left, { effect }) => left - effect, logOdds - intercept)
  const divisor = logitDivisor(variance)
  return { intercept, terms, rest, logOdds, divisor, probability: sigmoid(logOdds / divisor) }
}

function learn(known: readonly KnownRun[]): ForecastModel {
  // Sorted, so that floating-point sums do not depend on the order of arrival.
  const runs = known.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const frame = { usual: learnUsual(runs), chains: largestChains(runs) }
  const sizes = Map.groupBy(runs, ({ group }) => group)
  const { coefficients, covariance } = fitMapLogistic(
    runs.map((run) => rowOf(frame, run)),
    runs.map(({ label }) => label),
    {
      priorMean: [0, ...FORECAST_FACTS.map(({ prior }) => prior), ...frame.chains.map(() => 0)],
      priorPrecision: [INTERCEPT_SD, ...FORECAST_FACTS.map(() => FACT_SD), ...frame.chains.map(() => CHAIN_SD)].map(
        (sd) => 1 / sd ** 2,
      ),
      weights: runs.map(({ group }) => 1 / (1 + ((sizes.get(group)?.length ?? 1) - 1) * SAME_REQUEST)),
    },
  )
  return { n: runs.length, ...frame, coefficients, covariance }
}

function rowOf({ usual, chains }: Pick<ForecastModel, 'usual' | 'chains'>, run: FactsOfRun): number[] {
  return [1, ...toForecastFacts(usual, run), ...chains.map((chain) => (chain === run.chain ? 1 : 0))]
}

/** Returns the chains that get an offset; none if all runs are of one chain, which the intercept covers. */
function largestChains(runs: readonly FactsOfRun[]): string[] {
  const chains = [...Map.groupBy(runs, ({ chain }) => chain)]
  if (chains.length < 2) return []
  return chains
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, CHAINS_MAX)
    .map(([chain]) => chain)
}

function chanceOf(belief: LogisticBelief, row: readonly number[]): { probability: number; interval: Interval } {
  const { mean, variance } = predictLogit(belief, row)
  const spread = Z_95 * Math.sqrt(variance)
  return {
    probability: sigmoid(mean / logitDivisor(variance)),
    interval: [sigmoid(mean - spread), sigmoid(mean + spread)],
  }
}

/** The facts that move the log-odds of an approval visibly, largest effect first. */
function termsOf({ coefficients }: LogisticBelief, row: readonly number[]): ForecastParts['terms'] {
  return row
    .slice(1)
    .map((value, index) => {
      const coefficient = coefficients[index + 1] ?? 0
      return { fact: wordsOf(index, value, coefficient), value, coefficient, effect: value * coefficient }
    })
    .filter(({ effect }) => Math.abs(effect) >= WEIGHT_MIN)
    .toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
}

/** A fact in words; those after the facts of a trace are the offsets of chains. */
function wordsOf(index: number, value: number, coefficient: number): string {
  const fact = FORECAST_FACTS[index]
  if (fact) return value > 0 ? fact.more : fact.less
  return `runs of this chain are approved ${coefficient > 0 ? 'more' : 'less'} often than others`
}

const reasonsOf = (belief: LogisticBelief, row: readonly number[]): ForecastReason[] =>
  termsOf(belief, row)
    .slice(0, REASONS_MAX)
    .map(({ fact, effect }) => ({ fact, direction: effect > 0 ? 'for' : 'against', weight: Math.abs(effect) }))

/** Returns each run's probability as predicted from the verdicts before it; null for the first ones. */
function predictOneByOne(known: readonly KnownRun[]): (number | null)[] {
  let model: ForecastModel | null = null
  return known.map((run, before) => {
    if (before < VERDICTS_MIN) return null
    if (!model || before >= model.n * REFIT_AFTER) model = learn(known.slice(0, before))
    return chanceOf(model, rowOf(model, run)).probability
  })
}
