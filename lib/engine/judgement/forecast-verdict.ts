import type { RunInput } from '@/lib/contracts/run-input'
import type { Interval } from '../stats/descriptive'
import { Z_95 } from '../stats/intervals'
import { fitMapLogistic, type LogisticFit, sigmoid } from '../stats/map-logistic'
import { type FactsOfRun, FORECAST_FACTS, learnUsual } from './forecast-facts'
import { type Prequential, prequentialOf } from './prequential'
import { textOf } from './read-trace'
import { runFacts } from './run-facts'

/** A run and whether a person approved it. */
export interface RunVerdict {
  run: RunInput
  approved: boolean
}

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

export interface ForecastReport {
  /** Runs with a verdict, each counted once. */
  n: number
  results: Forecast[]
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
 * The chance that a person would approve each of the runs in `apply`, learned from verdicts on other runs by what their traces
 * show. Logistic regression with a Gaussian prior (maximum a posteriori) over the facts of FORECAST_FACTS and an offset per
 * chain, so that the other chains are a prior to each; the chance is averaged over what is believed of the coefficients
 * (MacKay 1992: sigmoid(m / sqrt(1 + π s² / 8))). Runs of one request tell less than runs of several: each of k counts
 * 1 / (1 + (k - 1) / 2). A run that stands there twice counts once, with the share of its approvals. The order of the verdicts matters to `prequential` alone.
 */
export function forecastVerdicts({ verdicts, apply }: { verdicts: RunVerdict[]; apply: RunInput[] }): ForecastReport {
  const known = mergeRepeats(verdicts)
  const model = known.length < LEAST_VERDICTS ? null : learn(known)
  return {
    n: known.length,
    results: apply.map((run) =>
      model ? model.forecast(factsOf(run)) : { probability: null, interval: null, reasons: [] },
    ),
    prequential: prequentialOf(
      known.map(({ label }) => label),
      predictOneByOne(known),
    ),
  }
}

interface Known extends FactsOfRun {
  key: string
  /** What it was to do: runs of one group are trials of the same. */
  group: string
  /** Share of approvals. */
  label: number
}

function factsOf(run: RunInput): FactsOfRun {
  return { chain: run.chain, facts: runFacts(run) }
}

function mergeRepeats(verdicts: readonly RunVerdict[]): Known[] {
  const byRun = Map.groupBy(verdicts, ({ run }) => JSON.stringify([run.chain, run.id]))
  return [...byRun].flatMap(([key, same]) => {
    const [first] = same
    if (!first) return []
    const { run } = first
    const label = same.filter(({ approved }) => approved).length / same.length
    const group = JSON.stringify([run.chain, run.scenario ?? (textOf(run.request) || key)])
    return [{ ...factsOf(run), key, group, label }]
  })
}

interface Model {
  forecast: (run: FactsOfRun) => Forecast
  probability: (run: FactsOfRun) => number
}

function learn(known: readonly Known[]): Model {
  // In one order whatever the order of arrival: sums in floating point depend on it.
  const runs = known.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const toFacts = learnUsual(runs)
  const chains = largestChains(runs)
  const toRow = (run: FactsOfRun) => [1, ...toFacts(run), ...chains.map((chain) => (chain === run.chain ? 1 : 0))]
  const sizes = Map.groupBy(runs, ({ group }) => group)
  const fit = fitMapLogistic(
    runs.map(toRow),
    runs.map(({ label }) => label),
    {
      priorMean: [0, ...FORECAST_FACTS.map(({ prior }) => prior), ...chains.map(() => 0)],
      priorPrecision: [INTERCEPT_SD, ...FORECAST_FACTS.map(() => FACT_SD), ...chains.map(() => CHAIN_SD)].map(
        (sd) => 1 / sd ** 2,
      ),
      weights: runs.map(({ group }) => 1 / (1 + ((sizes.get(group)?.length ?? 1) - 1) * SAME_REQUEST)),
    },
  )
  return {
    forecast: (run) => {
      const row = toRow(run)
      return { ...chanceOf(fit, row), reasons: reasonsOf(fit, row) }
    },
    probability: (run) => chanceOf(fit, toRow(run)).probability,
  }
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

function chanceOf(fit: LogisticFit, row: readonly number[]): { probability: number; interval: Interval } {
  const { mean, variance } = fit.predictLogit(row)
  const spread = Z_95 * Math.sqrt(variance)
  return {
    probability: sigmoid(mean / Math.sqrt(1 + (Math.PI * variance) / 8)),
    interval: [sigmoid(mean - spread), sigmoid(mean + spread)],
  }
}

function reasonsOf(fit: LogisticFit, row: readonly number[]): ForecastReason[] {
  const offset = 1 + FORECAST_FACTS.length
  const moves = row.slice(1).map((value, index) => {
    const move = value * (fit.coefficients[index + 1] ?? 0)
    const fact = FORECAST_FACTS[index]
    if (fact) return { move, words: value > 0 ? fact.more : fact.less }
    const isLiked = (fit.coefficients[offset + index - FORECAST_FACTS.length] ?? 0) > 0
    return { move, words: `runs of this chain are approved ${isLiked ? 'more' : 'less'} often than others` }
  })
  return moves
    .filter(({ move }) => Math.abs(move) >= LEAST_WEIGHT)
    .toSorted((a, b) => Math.abs(b.move) - Math.abs(a.move))
    .slice(0, REASONS_MAX)
    .map(({ move, words }) => ({ fact: words, direction: move > 0 ? 'for' : 'against', weight: Math.abs(move) }))
}

/** The chance of each run as the verdicts before it made it; null for the first ones. */
function predictOneByOne(known: readonly Known[]): (number | null)[] {
  let model: { learned: number; probability: Model['probability'] } | null = null
  return known.map((run, before) => {
    if (before < LEAST_VERDICTS) return null
    if (!model || before >= model.learned * REFIT_AFTER)
      model = { learned: before, probability: learn(known.slice(0, before)).probability }
    return model.probability(run)
  })
}
