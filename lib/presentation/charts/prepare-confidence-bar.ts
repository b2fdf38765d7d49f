import { type Evaluator, evaluators } from '@/lib/contracts/evaluators'
import type { SignalSet } from '@/lib/contracts/signals'
import { ACCEPT_THRESHOLD } from '@/lib/contracts/thresholds'
import { CONFIDENCE_WEIGHTS, isRejection } from '@/lib/engine/confidence/score-confidence'
import { formatExact, formatPercent, formatScore } from '../format/number'
import { evaluatorLabels, rejectedBy } from '../labels/verdicts'

export type ConfidenceSegment = {
  evaluator: Evaluator
  label: string
  weightText: string
  /** Share of the bar in [0, 1]: the evaluator's weight over all weights. */
  width: number
  /** Share of the segment filled in [0, 1]: the signal; null = no signal, hatched. */
  fill: number | null
  valueText: string
  isVeto: boolean
  title: string
}

export type ConfidenceBarModel = {
  segments: ConfidenceSegment[]
  value: number | null
  valueText: string
  exactText: string
  coverageText: string
  intervalText: string | null
  isVetoed: boolean
  summary: string
}

type ConfidenceBarInput = {
  /** Weighted mean of the signals in [0, 1]; null without any signal. */
  confidence: number | null
  /** Weights present over all weights, in [0, 1]. */
  coverage: number
  signals: SignalSet
  /** Where the human signal is from. */
  humanOrigin: string | null
  interval?: readonly [number, number] | null
  weights?: Record<Evaluator, number>
}

/** Prepares one bar with a segment per evaluator: as wide as its weight, filled up to its signal. */
export function prepareConfidenceBar(input: ConfidenceBarInput): ConfidenceBarModel {
  const { confidence, coverage, signals, humanOrigin, interval = null, weights = CONFIDENCE_WEIGHTS } = input
  const vetoed = isRejection(signals.human)
  const total = evaluators.reduce((sum, evaluator) => sum + weights[evaluator], 0)
  const segments = evaluators.map((evaluator): ConfidenceSegment => {
    const fill = signals[evaluator]
    const weightText = formatScore(weights[evaluator])
    const isVeto = vetoed && evaluator === 'human'
    const label = evaluatorLabels[evaluator]
    return {
      evaluator,
      label,
      weightText,
      width: weights[evaluator] / total,
      fill,
      valueText: formatScore(fill),
      isVeto,
      title: `${label}: ${fill === null ? 'no signal' : formatExact(fill)}${isVeto ? ', rejected' : ''} (weight ${weightText})`,
    }
  })
  return {
    segments,
    value: confidence,
    valueText: formatScore(confidence, ACCEPT_THRESHOLD),
    exactText: formatExact(confidence),
    coverageText: formatPercent(coverage),
    intervalText: interval ? `${formatScore(interval[0])} to ${formatScore(interval[1])}` : null,
    isVetoed: vetoed,
    summary: summarise(confidence, coverage, segments, vetoed ? rejectedBy(humanOrigin) : null),
  }
}

function summarise(
  confidence: number | null,
  coverage: number,
  segments: readonly ConfidenceSegment[],
  rejected: string | null,
): string {
  if (confidence === null) return 'No confidence yet: no signals.'
  const given = segments.map(
    ({ label, fill, valueText }) => `${label.toLowerCase()} ${fill === null ? 'missing' : valueText}`,
  )
  const veto = rejected === null ? '' : ` ${rejected}, so it cannot be accepted.`
  return `Confidence ${formatScore(confidence, ACCEPT_THRESHOLD)} on ${formatPercent(coverage)} of the evidence: ${given.join(', ')}.${veto}`
}
