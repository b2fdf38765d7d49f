import type { Calibration } from '@/lib/contracts/calibration'
import { formatChangeInterval } from '../format/change-interval'
import {
  formatChange,
  formatCount,
  formatInterval,
  formatPercent,
  formatPercentInterval,
  formatPlural,
  formatScore,
} from '../format/number'
import { evaluatorLabels } from '../labels/verdicts'
import { runsHref } from '../links'
import { lackingText } from '../true-share-good'
import { DRAWN_FROM } from './prepare-reliability'
import { type IntervalMarkModel, markOn } from './scale'

type Loss = Calibration['forecast']['ofShare']

/** Returns the headline of the page: what was learned, and its error. Unknown numbers are omitted. */
export function calibrationHeadline({ enabled, verdicts, confidence, forecast }: Calibration): string {
  if (!enabled) return 'Learning is off. Only the published scores apply.'
  if (verdicts.total === 0) return 'No verdicts yet. Only the published scores apply.'
  if (verdicts.total < verdicts.needed)
    return `${verdicts.total} of the ${verdicts.needed} verdicts that it takes to begin learning.`
  if (confidence.model) {
    const { published, learned } = confidence
    return `Learned from ${formatPlural(confidence.model.verdicts, 'verdict')}. ${compare(
      { name: 'the learned confidence', of: learned.brier },
      { name: 'the published one', of: published.brier },
    )}`
  }
  if (forecast.model)
    return `The forecast is learned from ${formatPlural(forecast.model.verdicts, 'judged run')}; too few of these runs have a signal for a learned confidence. ${compare(
      { name: 'the forecast', of: forecast.quality.brier },
      { name: 'always predicting the share', of: forecast.ofShare },
    )}`
  return `${formatPlural(verdicts.total, 'verdict')}, which the desk will learn from shortly.`
}

type Named = { name: string; of: Loss }

function compare(own: Named, other: Named): string {
  const { n, mean } = own.of
  if (mean === null) return 'None was predicted in advance, so the quality of predictions is not known yet.'
  const which = n === 1 ? 'verdict was predicted before it was' : 'verdicts were predicted before they were'
  if (n < DRAWN_FROM) return `Only ${n} ${which} given: too few to tell how far to trust ${own.name}.`
  const against = other.of.mean === null ? '' : `, ${other.name} by ${formatScore(other.of.mean)}`
  return `On the ${n} verdicts that were predicted before they were given, ${own.name} is off by ${formatScore(mean)} (Brier)${against}.`
}

/** Returns how many more verdicts would halve the intervals of each predictor; null without an interval. */
export function moreVerdicts({ confidence, forecast }: Calibration): string | null {
  const known = [
    { name: 'the learned confidence', ...confidence.learned.brier },
    { name: 'the forecast', ...forecast.quality.brier },
  ].filter(({ interval }) => interval !== null)
  const [first, second] = known
  if (!first) return null
  const more = formatCount(3 * first.n)
  if (!second || second.n === first.n) return `About ${more} more verdicts would halve these intervals.`
  return `About ${more} more verdicts would halve the intervals of ${first.name}, ${formatCount(3 * second.n)} those of ${second.name}.`
}

/** A figure as text, and as a mark on an axis. */
export type FigureCell = { text: string; intervalText: string | null; mark: IntervalMarkModel | null }
export type LossRow = { key: string; label: string; hint: string; n: string; brier: FigureCell; logLoss: FigureCell }

/** The losses of always predicting one half, up to which the axes reach at least. */
const IGNORANT = { brier: 0.25, logLoss: Math.LN2 }

/** Returns the losses of each predictor on verdicts it had not seen, with one axis per loss and where it ends. */
export function prepareLosses({ confidence, forecast }: Calibration) {
  const rows = [
    {
      key: 'published',
      label: 'Published confidence',
      hint: confidence.learned.brier.n > 0 ? 'on the same verdicts' : 'on all verdicts',
      brier: confidence.published.brier,
      logLoss: confidence.published.logLoss,
    },
    {
      key: 'learned',
      label: 'Learned confidence',
      hint: 'from signals of evaluators',
      brier: confidence.learned.brier,
      logLoss: confidence.learned.logLoss,
    },
    {
      key: 'forecast',
      label: 'Forecast',
      hint: 'from what a trace shows',
      brier: forecast.quality.brier,
      logLoss: forecast.quality.logLoss,
    },
    { key: 'share', label: 'Always the share', hint: 'of approvals so far', brier: forecast.ofShare, logLoss: null },
  ]
  const reach = (losses: readonly (Loss | null)[], least: number) =>
    Math.max(least, ...losses.flatMap((loss) => [loss?.mean ?? 0, loss?.interval?.[1] ?? 0]))
  const ends = {
    brier: reach(
      rows.map(({ brier }) => brier),
      IGNORANT.brier,
    ),
    logLoss: reach(
      rows.map(({ logLoss }) => logLoss),
      IGNORANT.logLoss,
    ),
  }
  return {
    axes: { brier: ['0', formatScore(ends.brier)], logLoss: ['0', formatScore(ends.logLoss)] } as const,
    rows: rows.map(
      ({ key, label, hint, brier, logLoss }): LossRow => ({
        key,
        label,
        hint,
        n: formatCount(brier.n),
        brier: toLossCell(brier, ends.brier),
        logLoss: toLossCell(logLoss, ends.logLoss),
      }),
    ),
  }
}

function toLossCell(loss: Loss | null, end: number): FigureCell {
  const { mean = null, interval = null } = loss ?? {}
  return {
    text: formatScore(mean),
    intervalText: interval && formatInterval(interval),
    mark: mean === null ? null : markOn([0, end], mean, interval),
  }
}

const warningLabels: Record<Calibration['evaluators'][number]['warnings'][number], string> = {
  exceeds_people: 'more content than people',
  says_nothing: 'hardly tells runs apart',
  same_model: 'same model as the agent',
}

export type EvaluatorRow = {
  evaluator: Calibration['evaluators'][number]['evaluator']
  label: string
  n: string
  runsText: string
  agreement: FigureCell
  /** The runs on which the evaluator and people disagree; null for none. */
  apart: { text: string; href: string } | null
  bias: Omit<FigureCell, 'mark'>
  spread: string
  published: { share: number; text: string }
  /** null before a fit. */
  learned: { share: number; text: string } | null
  warnings: string[]
}

/** Returns how well each evaluator agrees with people. */
export function prepareEvaluators({ evaluators }: Calibration, project: string): EvaluatorRow[] {
  return evaluators.map((report) => {
    const { evaluator, agreement, agreementInterval, bias, biasInterval, learnedWeight } = report
    return {
      evaluator,
      label: evaluatorLabels[evaluator],
      n: formatCount(report.n),
      runsText: formatPlural(report.n, 'run'),
      agreement: {
        text: formatPercent(agreement),
        intervalText: agreementInterval && formatPercentInterval(agreementInterval),
        mark: agreement === null ? null : markOn([0, 1], agreement, agreementInterval),
      },
      apart: apartOf(report, project),
      bias: {
        text: formatChange(bias),
        intervalText: biasInterval && formatChangeInterval(biasInterval),
      },
      spread: formatScore(report.spread),
      published: { share: report.publishedWeight, text: formatPercent(report.publishedWeight) },
      learned: learnedWeight === null ? null : { share: learnedWeight, text: weightText(learnedWeight) },
      warnings: report.warnings.map((warning) => warningLabels[warning]),
    }
  })
}

function apartOf({ apart, runIds }: Calibration['evaluators'][number], project: string): EvaluatorRow['apart'] {
  if (apart === 0) return null
  const all = `Apart on ${formatPlural(apart, 'run')}`
  const text = runIds.length < apart ? `${all}, the latest ${formatCount(runIds.length)}` : all
  return { text, href: runsHref(project, { ids: runIds }) }
}

/** "96%"; "−4%" for a weight against the evaluator. */
const weightText = (weight: number) => (weight < 0 ? `\u2212${formatPercent(-weight)}` : formatPercent(weight))

/** Returns a sentence on how well the forecast separates good from bad runs. */
export function forecastSentence({
  enabled,
  verdicts,
  forecast: { model, quality, auroc, aurocInterval },
}: Calibration): string {
  const { n } = quality.brier
  if (!model && n === 0) {
    const isWaiting = enabled && verdicts.total < verdicts.needed
    return isWaiting ? `Needs ${verdicts.needed} verdicts; ${verdicts.total} so far.` : 'Nothing is learned.'
  }
  if (n === 0) return 'No verdict has been predicted in advance yet.'
  if (auroc === null)
    return `${formatPlural(n, 'verdict')} predicted, all with the same outcome. How well it separates good from bad runs will show with the first that differs.`
  const within = aurocInterval ? `, ${formatInterval(aurocInterval)}` : ''
  return `It ranks an approved run above a rejected one in ${formatPercent(auroc)} of pairs (AUROC ${formatScore(auroc)}${within}; ${formatScore(0.5)} is chance), on ${formatPlural(n, 'verdict')}.`
}

/** Returns a sentence on the threshold above which runs could be accepted without a person. */
export function autoAcceptSentence({
  asked,
  verdicts,
  needed,
  drawn,
  lacking = [],
  ...line
}: Calibration['autoAccept']): string {
  if (verdicts < needed)
    return `Needs ${needed} verdicts that were predicted, on runs drawn at random; ${verdicts} so far.`
  if (lacking.length > 0)
    return `The ${formatPlural(verdicts, 'verdict')} do not speak for all runs yet. ${lackingText(lacking)}`
  if (line.threshold === null)
    return `On ${formatPlural(verdicts, 'audit verdict')} no threshold keeps errors under ${formatPercent(asked)}.`
  const within = line.interval ? ` (${formatPercentInterval(line.interval)})` : ''
  const from = drawn === undefined ? formatCount(verdicts) : `${formatCount(verdicts)} of ${formatCount(drawn)}`
  return `At a chance of ${formatScore(line.threshold)} or more: ${formatPercent(line.accepted)} of runs would be accepted, ${formatPercent(line.wrong)} of them wrongly${within}. From ${from} runs drawn at random, weighted by the draw.`
}
