import type { Interval } from '../stats/descriptive'
import { Z_95 } from '../stats/intervals'
import { fitMapLogistic, type LogisticBelief, predictLogit, sigmoid } from '../stats/map-logistic'
import { type FactsOfRun, FORECAST_FACTS, learnUsual, toForecastFacts, type UsualFacts } from './forecast-facts'
import { type Prequential, prequentialOf } from './prequential'

export interface ForecastReason {
  /** In words, as a statement about the run. */
  fact: string
  /** Whether it speaks for an approval or against it. */
  direction: 'for' | 'against'
  /** How far it moves the log-odds of an approval, above 0. */
  weight: number
}

export interface Forecast {
  /** Chance in (0, 1) that a person would approve; null where too few verdicts are known. */
  probability: number | null
  /** Where that chance lies with 95 % belief. */
  interval: Interval | null
  /** At most three, the weightiest first. */
  reasons: ForecastReason[]
}

/** A run on which a person has spoken. */
export interface KnownRun extends FactsOfRun {
  key: string
  /** What it was to do: runs of one group are trials of the same. */
  group: string
  /** Share of approvals. */
  label: number
}

/** What verdicts teach about a person's approval of a run from what its trace shows, as plain data: it can be kept. */
export interface ForecastModel extends LogisticBelief {
  /** Runs with a verdict. */
  n: number
  usual: UsualFacts
  /** Those with an offset of their own, in the order of the last coefficients. */
  chains: readonly string[]
}

export interface LearnedForecast {
  /** null with too few verdicts. */
  model: ForecastModel | null
  /** Runs with a verdict, each counted once. */
  n: number
  prequential: Prequential
}

/** Fewer runs with a verdict than this forecast nothing. */
const LEAST_VERDICTS = 8
const REASONS_MAX = 3
const FACT_SD = 0.25
const INTERCEPT_SD = 1
const CHAIN_SD = 0.7
const CHAINS_MAX = 40
/** Correlation of the verdicts on runs of the same request. */
const SAME_REQUEST = 0.5
const LEAST_WEIGHT = 0.005
/** A prequential model holds until the verdicts have grown by this share. */
const REFIT_AFTER = 1.05

/**
 * Learns the chance that a person would approve a run from verdicts on other runs by what their traces show. Logistic regression
 * with a Gaussian prior (maximum a posteriori) over the facts of FORECAST_FACTS and an offset per chain, so that the other chains
 * are a prior to each. Runs of one request tell less than runs of several: each of k counts 1 / (1 + (k - 1) / 2). The order of
 * the runs is that of their verdicts, and matters to `prequential` alone.
 */
export function learnForecast(known: readonly KnownRun[]): LearnedForecast {
  return {
    model: known.length < LEAST_VERDICTS ? null : learn(known),
    n: known.length,
    prequential: prequentialOf(
      known.map(({ label }) => label),
      predictOneByOne(known),
    ),
  }
}

/** The chance that a person would approve this run, averaged over what is believed of the coefficients (MacKay 1992). */
export function forecastBy(model: ForecastModel, run: FactsOfRun): Forecast {
  const row = rowOf(model, run)
  return { ...chanceOf(model, row), reasons: reasonsOf(model, row) }
}

function learn(known: readonly KnownRun[]): ForecastModel {
  // In one order whatever the order of arrival: sums in floating point depend on it.
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

/** The chains that get an offset of their own; none where all runs are of one, which the intercept tells. */
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
    probability: sigmoid(mean / Math.sqrt(1 + (Math.PI * variance) / 8)),
    interval: [sigmoid(mean - spread), sigmoid(mean + spread)],
  }
}

function reasonsOf({ coefficients }: LogisticBelief, row: readonly number[]): ForecastReason[] {
  const offset = 1 + FORECAST_FACTS.length
  const moves = row.slice(1).map((value, index) => {
    const move = value * (coefficients[index + 1] ?? 0)
    const fact = FORECAST_FACTS[index]
    if (fact) return { move, words: value > 0 ? fact.more : fact.less }
    const isLiked = (coefficients[offset + index - FORECAST_FACTS.length] ?? 0) > 0
    return { move, words: `runs of this chain are approved ${isLiked ? 'more' : 'less'} often than others` }
  })
  return moves
    .filter(({ move }) => Math.abs(move) >= LEAST_WEIGHT)
    .toSorted((a, b) => Math.abs(b.move) - Math.abs(a.move))
    .slice(0, REASONS_MAX)
    .map(({ move, words }) => ({ fact: words, direction: move > 0 ? 'for' : 'against', weight: Math.abs(move) }))
}

/** The chance of each run as the verdicts before it made it; null for the first ones. */
function predictOneByOne(known: readonly KnownRun[]): (number | null)[] {
  let model: ForecastModel | null = null
  return known.map((run, before) => {
    if (before < LEAST_VERDICTS) return null
    if (!model || before >= model.n * REFIT_AFTER) model = learn(known.slice(0, before))
    return chanceOf(model, rowOf(model, run)).probability
  })
}
