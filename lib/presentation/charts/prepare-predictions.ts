import type { ForecastPartsView } from '@/lib/contracts/calibration'
import { isDecidedByPerson } from '@/lib/contracts/evaluators'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatChance, formatChange, formatCount, formatPercentInterval, formatPlural } from '../format/number'
import { type IntervalMarkModel, markOn } from './scale'

export type PredictionRow = {
  kind: 'confidence' | 'forecast'
  label: string
  chanceText: string
  intervalText: string
  mark: IntervalMarkModel
  /** The verdicts it was learned from. */
  basis: string
  /** Whether it was made before the verdict in force. */
  isBefore: boolean
  reasons: { fact: string; direction: 'for' | 'against'; weightText: string }[]
}

const kindLabels = { confidence: 'By its signals', forecast: 'By its trace' }

/** Prepares the predicted verdicts of a run, with the reasons for and against. */
export function preparePredictions({ learned, signals }: Pick<RunDetail, 'learned' | 'signals'>): PredictionRow[] {
  const saidAt = signals
    .filter(({ inForce, evaluator, origin }) => inForce && evaluator === 'human' && isDecidedByPerson(origin))
    .map(({ recordedAt }) => Date.parse(recordedAt))
  return learned.predictions.map(({ kind, probability, interval, model, predictedAt, reasons }) => ({
    kind,
    label: kindLabels[kind],
    chanceText: formatChance(probability),
    intervalText: formatPercentInterval(interval),
    mark: markOn([0, 1], probability, interval),
    // A forecast also learns from failed runs of which a person named the cause.
    basis: `learned from ${formatPlural(model.verdicts, kind === 'forecast' ? 'judged run' : 'verdict')}, fit ${formatCount(model.version)}`,
    isBefore: saidAt.some((at) => Date.parse(predictedAt) < at),
    reasons: reasons.map(({ fact, direction, weight }) => ({
      fact,
      direction,
      weightText: formatChange(direction === 'for' ? weight : -weight),
    })),
  }))
}

/** `product`: how the effect of a fact comes about, "+2.624 × −0.453". */
type PartRow = { label: string; product: string | null; effect: string }

const DIGITS = 3

/** Prepares how a forecast adds up, from the intercept to the probability that is shown. */
export function prepareForecastParts(
  { intercept, terms, rest, logOdds, divisor }: NonNullable<ForecastPartsView['parts']>,
  probability: number,
): PartRow[] {
  const row = (label: string, effect: string): PartRow => ({ label, product: null, effect })
  return [
    row('Where every run begins', formatChange(intercept, DIGITS)),
    ...terms.map(({ fact, value, coefficient, effect }) => ({
      label: fact,
      product: `${formatChange(value, DIGITS)} × ${formatChange(coefficient, DIGITS)}`,
      effect: formatChange(effect, DIGITS),
    })),
    row('All smaller effects', formatChange(rest, DIGITS)),
    row('Sum: the log-odds', formatChange(logOdds, DIGITS)),
    row(`x: divided by ${divisor.toFixed(DIGITS)}`, formatChange(logOdds / divisor, DIGITS)),
    row('Chance of approval', formatChance(probability)),
  ]
}
