import type { OutputOf } from '@/lib/contracts/contract'
import type { getOverview, Mean, Period, Share } from '@/lib/contracts/overview'
import type { Range } from '@/lib/contracts/primitives'
import { finishedStatuses } from '@/lib/contracts/vocabulary'
import { listFactors } from '@/lib/engine/regression/measured-factors'
import { projectHref } from '@/lib/presentation/links'
import {
  formatChange,
  formatCount,
  formatExact,
  formatInterval,
  formatPercent,
  formatPercentInterval,
  formatPlural,
  formatScore,
} from '../format/number'
import { isTooLittle, tooLittleText } from '../labels/measured'
import { rangeLabels } from '../labels/verdicts'
import { runsHref } from '../links'
import { type FigureChange, levelValues } from './chart-parts'

type OverviewFigure = {
  key: string
  label: string
  /** Null if unknown; `missing` is the reason. */
  value: string | null
  missing: string
  exact: string
  change: FigureChange | null
  interval: string | null
  count: string | null
  href: string
}

type Input = { current: Period; previous: Period | null; running?: number }
type Options = { range: Range; chain?: readonly string[] }
type Measured = { value: number; n: number; interval: [number, number] | null }

const PERIOD_BEFORE: Record<Range, string> = {
  '24h': 'the 24 hours before',
  '7d': 'the 7 days before',
  '30d': 'the 30 days before',
  '90d': 'the 90 days before',
  all: '',
}

/** Prepares the four figures of a period, each with its change from the previous period, its interval and its number of runs. */
export function prepareOverviewFigures(periods: Input, project: string, { range, chain }: Options): OverviewFigure[] {
  const { current, running = 0 } = periods
  const within = runsWithin(current, chain, running)
  const shown: Shown = {
    ...periods,
    against: PERIOD_BEFORE[range],
    missing: current.runs === 0 ? 'No runs in this period' : 'No data yet',
    hrefTo: (filter = {}) => runsHref(project, { ...within, ...filter }),
  }
  return [runsFigure(shown), qualityFigure(shown), goodFigure(shown), confidenceFigure(shown)]
}

type Shown = Input & {
  /** Names the previous period. */
  against: string
  /** Stands in place of a figure that has no value. */
  missing: string
  hrefTo: (filter?: Parameters<typeof runsHref>[1]) => string
}

function runsFigure({ current, previous, against, missing, hrefTo }: Shown): OverviewFigure {
  return {
    key: 'runs',
    label: 'Runs',
    value: formatCount(current.runs),
    missing,
    exact: String(current.runs),
    change: previous && previous.runs > 0 ? { ...changeOfCount(current.runs - previous.runs), against } : null,
    interval: null,
    count: [current.failedRuns > 0 ? `${formatCount(current.failedRuns)} failed` : 'none failed', notInMeans(current)]
      .filter(Boolean)
      .join(' · '),
    href: hrefTo(),
  }
}

function qualityFigure({ current, previous, against, missing, hrefTo }: Shown): OverviewFigure {
  const { quality, measured } = current
  const change = changeOf(ofMean(quality), previous && ofMean(previous.quality), against, (delta) =>
    formatChange(delta),
  )
  return {
    key: 'quality',
    label: 'Mean quality',
    value: quality.mean === null ? null : formatScore(quality.mean, ...levelValues('stratt')),
    missing: unjudged(current, missing),
    exact: formatExact(quality.mean),
    change: likeForLike(change, current, previous),
    interval: quality.interval && formatInterval(quality.interval),
    count: countOf(quality, measured, measurableRuns(current)),
    href: hrefTo({ ...runsInMeans(current), sort: 'quality_low' }),
  }
}

function goodFigure({ current, previous, against, missing, hrefTo }: Shown): OverviewFigure {
  const { good } = current
  const change = changeOf(ofShare(good), previous && ofShare(previous.good), against, inPoints)
  return {
    key: 'good',
    label: 'Share good',
    value: good.share === null ? null : formatPercent(good.share),
    missing: unjudged(current, missing),
    exact: formatExact(good.share),
    change: likeForLike(change, current, previous),
    interval: good.interval && formatPercentInterval(good.interval),
    count: `${formatCount(good.n)} of ${formatCount(good.of)}`,
    href: hrefTo(goodRuns(current)),
  }
}

function confidenceFigure({ current, previous, against, missing, hrefTo }: Shown): OverviewFigure {
  const { confidence, reviewed } = current
  return {
    key: 'confidence',
    label: 'Mean confidence',
    value: confidence.mean === null ? null : formatScore(confidence.mean, ...levelValues('confidence')),
    missing,
    exact: formatExact(confidence.mean),
    change: changeOf(ofMean(confidence), previous && ofMean(previous.confidence), against, (delta) =>
      formatChange(delta),
    ),
    interval: null,
    count: [
      confidence.n === measurableRuns(current) ? null : `${formatCount(confidence.n)} with signals`,
      `${formatCount(reviewed.n)} reviewed${reviewed.n > 0 ? ', verdicts included' : ''}`,
    ]
      .filter(Boolean)
      .join(' · '),
    href: hrefTo({ ...runsInMeans(current), sort: 'confidence_low' }),
  }
}

/** Filters of the runs that means and shares cover: live ones, without those of candidates. */
const runsInMeans = ({ candidateRuns, dryRuns }: Period) =>
  ({ ...(dryRuns > 0 && { kind: ['live'] }), ...(candidateRuns > 0 && { candidate: 'false' }) }) as const

const goodRuns = (current: Period) => ({ band: 'good', ...runsInMeans(current) }) as const

const measurableRuns = ({ runs, candidateRuns, dryRuns }: Period) => runs - candidateRuns - dryRuns

/** "3 from candidates and 2 dry runs not in the means"; null if every run may be in the means. */
function notInMeans({ candidateRuns, dryRuns }: Period): string | null {
  const left = [
    candidateRuns > 0 ? `${formatCount(candidateRuns)} from candidates` : null,
    dryRuns > 0 ? formatPlural(dryRuns, 'dry run') : null,
  ].filter((part) => part !== null)
  return left.length > 0 ? `${left.join(' and ')} not in the means` : null
}

/** Why there is no judged figure: too little was measured, or nothing at all. */
const unjudged = ({ measured }: Period, missing: string) => (isTooLittle(measured) ? tooLittleText(measured) : missing)

/** Filters of the runs that a period counts, which are those that have ended. */
export function runsWithin(
  { from, to }: Pick<Period, 'from' | 'to'>,
  chain: readonly string[] | undefined,
  running: number,
) {
  return {
    chain,
    ...(from !== null && { from, to }),
    ...(running > 0 && { status: [...finishedStatuses] }),
  }
}

/** Makes a change neutral if the two periods were measured on different factors, and mentions it. */
function likeForLike(change: OverviewFigure['change'], current: Period, previous: Period | null) {
  const [now, before] = [current.measuredOn, previous?.measuredOn]
  if (!change || !now || !before || now.join() === before.join()) return change
  const against = `${change.against}, measured on ${listFactors(before)}, now on ${listFactors(now)}`
  return { ...change, meaning: 'neutral' as const, against }
}

/** Returns the number of runs behind a mean, unless it is all of them. */
function countOf({ n }: Mean, { runs, enough }: Period['measured'], all: number): string | null {
  if (enough < runs) return `${formatCount(enough)} of ${formatPlural(runs, 'scored live run')} measured enough`
  return n === all ? null : `${formatCount(n)} of ${formatCount(all)} scored`
}

const ofMean = ({ mean, n, interval }: Mean): Measured | null => (mean === null ? null : { value: mean, n, interval })
const ofShare = ({ share, of, interval }: Share): Measured | null =>
  share === null ? null : { value: share, n: of, interval }

/** Percentages are compared in points: from 80% to 82% is "+2 pts". */
function inPoints(delta: number): string {
  return `${formatChange(delta * 100, 0)} pts`
}

function changeOfCount(delta: number) {
  const text = delta > 0 ? `+${formatCount(delta)}` : formatCount(delta).replace('-', '\u2212')
  return { text, direction: directionOf(delta), meaning: 'neutral' } as const
}

/** Earlier figures of fewer runs than this carry their number: it is far from the number beside them. */
const FEW = 20

/** A change is better or worse only if it is larger than chance would explain; otherwise neutral. */
function changeOf(
  current: Measured | null,
  previous: Measured | null,
  against: string,
  format: (delta: number) => string,
): OverviewFigure['change'] {
  if (!current || !previous) return null
  const delta = current.value - previous.value
  const text = format(delta)
  const isVisible = /[1-9]/.test(text)
  const meaning = isVisible && isBeyondChance(current, previous) ? (delta > 0 ? 'better' : 'worse') : 'neutral'
  const few = previous.n < FEW ? `${formatPlural(previous.n, 'run')} in ` : ''
  return { text, direction: isVisible ? directionOf(delta) : 'flat', meaning, against: `${few}${against}` }
}

/** Whether the interval of the change, made of the sides on which both 95% intervals face each other, excludes zero (Newcombe 1998, method 10). */
function isBeyondChance(current: Measured, previous: Measured): boolean {
  const [lower, higher] = current.value < previous.value ? [current, previous] : [previous, current]
  if (!lower.interval || !higher.interval) return false
  return higher.value - lower.value > Math.hypot(lower.interval[1] - lower.value, higher.value - higher.interval[0])
}

function directionOf(delta: number): 'up' | 'down' | 'flat' {
  if (delta === 0) return 'flat'
  return delta > 0 ? 'up' : 'down'
}

/** A part of the headline, with a link to what it counts. */
type FindingPart = { key: string; text: string; href: string | null }

type HeadlineInput = Pick<OutputOf<typeof getOverview>, 'current' | 'gates' | 'flagged'> & { running?: number }
type HeadlineOptions = { range: Range; chain?: readonly string[] }

/** Prepares the headline: "214 runs in the last 7 days, 81% good of 210 runs, 2 gates due today, 9 to look at". */
export function prepareHeadline(
  { current, gates, flagged, running = 0 }: HeadlineInput,
  project: string,
  { range, chain }: HeadlineOptions,
): FindingPart[] {
  const within = runsWithin(current, chain, running)
  const when = range === 'all' ? 'in all' : `in the ${rangeLabels[range].toLowerCase()}`
  const parts: FindingPart[] = [
    {
      key: 'runs',
      text: `${current.runs === 0 ? 'No run' : formatPlural(current.runs, 'run')} ${when}`,
      href: current.runs === 0 ? null : runsHref(project, within),
    },
  ]
  const { good, measured } = current
  if (good.share !== null)
    parts.push({
      key: 'good',
      text: `${formatPercent(good.share)} good of ${formatPlural(good.of, 'run')}`,
      href: good.n === 0 ? null : runsHref(project, { ...within, ...goodRuns(current) }),
    })
  else if (isTooLittle(measured))
    parts.push({ key: 'good', text: 'too little measured for a quality score', href: null })
  if (gates.pending > 0) parts.push({ key: 'gates', text: gatesText(gates), href: projectHref(project, '/gates') })
  if (flagged > 0)
    parts.push({
      key: 'flagged',
      text: formatPlural(flagged, 'flagged run'),
      href: runsHref(project, { ...within, flagged: 'true' }),
    })
  if (running > 0)
    parts.push({
      key: 'running',
      text: `${formatCount(running)} still running`,
      href: runsHref(project, { chain, status: 'running' }),
    })
  return parts
}

function gatesText({ pending, dueToday }: HeadlineInput['gates']): string {
  if (dueToday > 0) return `${formatPlural(dueToday, 'gate')} due today`
  return formatPlural(pending, 'gate waits', 'gates wait')
}
