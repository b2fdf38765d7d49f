import type {
  ComparedFailure,
  ComparedNode,
  ComparedScenario,
  MeasureChange,
  VersionComparison,
} from '@/lib/contracts/comparisons'
import type { RunFilters } from '@/lib/contracts/runs'
import { comparedMost, finishedStatuses } from '@/lib/contracts/vocabulary'
import { listFactors } from '@/lib/engine/regression/measured-factors'
import type { FigureChange } from '../charts/chart-parts'
import { formatChangeInterval } from '../format/change-interval'
import { formatDuration } from '../format/date'
import { formatFall } from '../format/fall'
import {
  formatChance,
  formatChange,
  formatCompact,
  formatCost,
  formatCostChange,
  formatCount,
  formatLimit,
  formatPercent,
  formatPlural,
  formatScore,
  formatSigned,
  VISIBLE_CHANGE,
} from '../format/number'
import { capital } from '../format/text'
import { runsHref } from '../links'
import { type CompareFilter, countShown } from './compare-runs'

type Measure = MeasureChange['name']

const measureLabels: Record<Measure, string> = {
  quality: 'Quality',
  confidence: 'Confidence by evaluators',
  accepted: 'Accepted before verdicts',
  cost: 'Cost a run',
  tokens: 'Tokens a run',
  duration: 'Time a run',
}

const formats: Record<Measure, (value: number) => string> = {
  quality: (value) => formatScore(value),
  confidence: (value) => formatScore(value),
  accepted: formatPercent,
  cost: formatCost,
  tokens: formatCompact,
  duration: formatDuration,
}

const points = (change: number) => `${formatChange(change * 100, 0)} points`

/** Formats a change with its sign, in the unit of its measure; a cost with more decimals where one of `among` is tiny. */
export function formatMeasureChange(name: Measure, change: number, among: readonly number[] = [change]): string {
  if (name === 'quality' || name === 'confidence') return formatChange(change)
  if (name === 'accepted') return points(change)
  return name === 'cost' ? formatCostChange(change, among) : formatSigned(change, formats[name])
}

function formatMeasureInterval(name: Measure, interval: readonly [number, number]): string {
  const [low, high] = interval
  if (name === 'quality' || name === 'confidence') return formatChangeInterval(interval)
  if (name === 'cost') return interval.map((end) => formatCostChange(end, interval)).join(' to ')
  return `${formatMeasureChange(name, low).replace(' points', '')} to ${formatMeasureChange(name, high)}`
}

/** A measure of two versions as a figure: the second version's value, and its change from the first. */
type MeasureFigure = {
  name: Measure
  label: string
  value: string
  change: FigureChange
  count: string
  href?: string
}

/** The filters of the runs that the figures of these sides count: live ones that have ended. */
export function comparedRuns(
  comparison: Pick<VersionComparison, 'chain' | 'a' | 'b'>,
  ...sides: readonly ('a' | 'b')[]
): Pick<RunFilters, 'chain' | 'version' | 'kind' | 'status'> {
  const version = sides.map((side) => comparison[side].version)
  return { chain: [comparison.chain], version, kind: ['live'], status: [...finishedStatuses] }
}

type Measured = Pick<VersionComparison, 'chain' | 'measures' | 'a' | 'b' | 'sameScenarios'>

/** Prepares the figures, each linked to the second version's runs; those of shared scenarios alone are no filter of the list. */
export function prepareMeasures({ chain, measures, a, b, sameScenarios }: Measured, project: string): MeasureFigure[] {
  const runs = comparedRuns({ chain, a, b }, 'b')
  return measures.map((measure) => {
    const { name, change, interval, direction } = measure
    const scores = name === 'quality' || name === 'confidence' ? formatFall(measure.a.mean, measure.b.mean) : null
    return {
      name,
      label: measureLabels[name],
      value: scores?.after ?? formats[name](measure.b.mean),
      change: {
        text: scores?.change ?? formatMeasureChange(name, change, [change, ...(interval ?? [])]),
        direction: change > 0 ? 'up' : change < 0 ? 'down' : 'flat',
        meaning: direction === 'worse' || direction === 'better' ? direction : 'neutral',
        against: `${scores?.before ?? formats[name](measure.a.mean)} of ${a.version}`,
        interval: interval && formatMeasureInterval(name, interval),
      },
      count: [countOf(measure, sameScenarios), interval ? null : 'too few for an interval', withVerdicts(measure)]
        .filter((part) => part !== null)
        .join(', '),
      ...(!sameScenarios && { href: runsHref(project, runs) }),
    }
  })
}

/** The published share of the second version, if verdicts of people have moved it: "70% with verdicts". */
function withVerdicts({ b, published }: MeasureChange): string | null {
  if (!published || published.b.mean === b.mean) return null
  return `${formatPercent(published.b.mean)} with verdicts`
}

/** On shared scenarios the quality of each is compared once, whatever the number of its runs. */
function countOf({ name, a, b }: MeasureChange, sameScenarios: boolean): string {
  if (name === 'quality' && sameScenarios) return `${formatPlural(b.n, 'scenario')}, in pairs`
  return a.n === b.n ? `${formatPlural(a.n, 'run')} each` : `${formatCompact(a.n)} and ${formatPlural(b.n, 'run')}`
}

/** The live runs that a part of the comparison covers: all, or the newest `most` of a version that has more. */
export function coveredRuns({ a, b, sameScenarios }: Covered, most: number): string {
  const isCut = [a, b].map(({ liveRuns }) => liveRuns > most)
  if (sameScenarios)
    return `the live runs of the shared scenarios${isCut.includes(true) ? `, among the newest ${formatCount(most)} of each version` : ''}`
  if (!isCut.includes(false)) return `the newest ${formatCount(most)} live runs of each version`
  const [first, second] = [a, b].map(({ liveRuns }, place) =>
    isCut[place] ? `the newest ${formatCount(most)}` : `all ${formatCount(liveRuns)}`,
  )
  return isCut.includes(true)
    ? `${first} and ${second} live runs`
    : `all ${formatCount(a.liveRuns)} and ${formatCount(b.liveRuns)} live runs`
}

type Covered = Pick<VersionComparison, 'a' | 'b' | 'sameScenarios'>

/** Returns what the figures are based on. */
export function measuresNote(comparison: VersionComparison): string {
  const { b, profile, sameScenarios, comparedOn, measures, factors } = comparison
  const unlike =
    comparedOn && comparedOn.length > 0
      ? ` The two were measured on different factors: quality covers ${listFactors(comparedOn)} alone.`
      : ''
  const unpriced = measures.some(({ name }) => name === 'cost')
    ? ''
    : ' Cost is not compared: one side or both reported none.'
  const covered = coveredRuns(comparison, comparedMost.runs)
  const isCut = [comparison.a, b].some(({ liveRuns }) => liveRuns > comparedMost.runs)
  const coverage =
    sameScenarios || isCut
      ? `Quality covers ${sameScenarios ? 'the shared scenarios, in pairs' : 'all live runs'}; the rest covers ${covered}.`
      : `They cover ${covered}.`
  const published =
    profile === 'confidence' ? ' Quality is the confidence with those verdicts, as it is published.' : ''
  const judged = measures.some(({ name }) => name === 'confidence' || name === 'accepted')
    ? ` Confidence and acceptance are without the verdicts of people, who choose what they review.${published}`
    : ''
  const absent = factors.flatMap(({ name, prior, current }) => (prior === null && current === null ? name : []))
  const without = absent.length > 0 ? ` Neither was measured on ${listFactors(absent)}.` : ''
  return `Figures for ${b.version}, with the change and its 90% interval. ${coverage}${judged}${unpriced}${unlike}${without}`
}

/** Returns a sentence on whether the second version is worse than the first, and what fell. */
export function compareVersionsSentence(comparison: VersionComparison): string {
  const { a, b } = comparison
  if (a.version === b.version) return 'The same version on both sides.'
  const quality = comparison.measures.find(({ name }) => name === 'quality')
  const others = comparison.measures.filter(({ name, direction }) => name !== 'quality' && direction === 'worse')
  const where = comparison.sameScenarios ? `On the ${formatPlural(comparison.shared, 'scenario')} that both ran, ` : ''
  const main = capital(where + (quality ? qualitySentence(comparison, quality, others) : nothingToCompare(comparison)))
  return [main, newFailures(comparison)].filter(Boolean).join(' ')
}

function qualitySentence(comparison: VersionComparison, quality: MeasureChange, others: readonly MeasureChange[]) {
  const { a, b, threshold } = comparison
  const moved = `quality ${moveOf(quality)}`
  const also = others.length > 0 ? ` ${capital(listOf(others))}.` : ''
  // A drop that is certain, but not to exceed what is allowed, would otherwise seem to contradict the figure.
  const beyond = ` by more than ${formatLimit(threshold)}`
  const by = quality.direction === 'worse' ? beyond : ''
  // What fell, even if by chance, may be a little worse.
  const atMost = quality.change < -VISIBLE_CHANGE ? beyond : ''
  switch (wordOf(comparison, quality)) {
    case 'too_few':
      return `${tooFew(comparison, quality)}${also}`
    case 'worse':
      return `${b.version} is worse than ${a.version}, probably: ${fallenFactor(comparison) ?? moved}.${also}`
    case 'unclear': {
      // Whether it fell is clear, and whether it fell too far is not.
      const said =
        by && comparison.odds
          ? `${b.version} is probably worse than ${a.version},${by} with a chance of ${formatChance(comparison.odds.exceeds)}`
          : `it is too close to tell whether ${b.version} is worse than ${a.version}${by}`
      return `${said}: ${moved}.${settle(comparison)}${also}`
    }
    case 'better':
      return others.length > 0
        ? `${b.version} scores better than ${a.version}, but ${listOf(others)}.`
        : `${b.version} is better than ${a.version}, probably: ${moved}.`
    default:
      return others.length > 0
        ? `${b.version} scores no worse than ${a.version}${atMost}, but ${listOf(others)}.`
        : `${b.version} is not worse than ${a.version}${atMost}, probably: ${moved}.`
  }
}

/** Uses the verdict on all runs, or on shared scenarios the interval of the pairs. */
function wordOf({ word, sameScenarios, threshold }: VersionComparison, quality: MeasureChange) {
  if (!sameScenarios) {
    if (word === 'insufficient' || word === 'no_baseline') return 'too_few'
    if (word === 'regressed') return 'worse'
    if (word === 'inconclusive') return 'unclear'
    return quality.direction === 'better' ? 'better' : 'not_worse'
  }
  if (quality.direction !== 'unclear') return quality.direction
  return quality.interval && quality.interval[0] > -threshold ? 'not_worse' : 'unclear'
}

function tooFew({ a, b, minLiveRuns, sameScenarios }: VersionComparison, quality: MeasureChange): string {
  if (sameScenarios) return `too few runs to tell: ${formatPlural(minLiveRuns, 'shared scenario')} are needed.`
  const short = quality.a.n < minLiveRuns ? { ...a, n: quality.a.n } : { ...b, n: quality.b.n }
  return `too few runs to tell: ${short.version} has ${formatPlural(short.n, 'live run')} with a score, ${minLiveRuns} are needed.`
}

function nothingToCompare({ a, b, comparedOn, sameScenarios }: VersionComparison): string {
  if (comparedOn) return 'no factor was measured on both versions.'
  if (sameScenarios) return 'nothing to compare: no scenario was scored on both versions.'
  const bare = a.liveRuns === 0 ? a : b
  return `too few runs to tell: ${bare.version} has no live run with a score.`
}

/** "quality fell from 0.84 to 0.78", or that it stayed. */
function moveOf({ name, a, b, change, direction }: MeasureChange): string {
  const format = name === 'quality' || name === 'confidence' ? formatScore : formats[name]
  const [from, to] = [format(a.mean), format(b.mean)]
  const way = change < 0 ? 'fell' : 'rose'
  if (from !== to) return `${way} from ${from} to ${to}`
  return direction === 'worse' || direction === 'better' ? `${way} a little, and is still ${to}` : `stayed at ${to}`
}

const inSentence: Record<Measure, string> = {
  quality: 'quality',
  confidence: 'confidence',
  accepted: 'the share accepted before verdicts',
  cost: 'the cost of a run',
  tokens: 'the tokens of a run',
  duration: 'the time of a run',
}

const list = new Intl.ListFormat('en-GB')

const listOf = (measures: readonly MeasureChange[]) =>
  list.format(measures.map((measure) => `${inSentence[measure.name]} ${moveOf(measure)}`))

/** "conformance fell most, from 1.00 to 0.67"; null if no factor fell. */
function fallenFactor({ factors }: VersionComparison): string | null {
  const fallen = factors
    .flatMap((factor) =>
      factor.change !== null && factor.change < -VISIBLE_CHANGE ? [{ ...factor, change: factor.change }] : [],
    )
    .toSorted((x, y) => x.change - y.change)
  const [first] = fallen
  if (!first) return null
  return `${first.label.toLowerCase()} fell${fallen.length > 1 ? ' most' : ''}, from ${formatScore(first.prior)} to ${formatScore(first.current)}`
}

function settle({ odds, sameScenarios }: VersionComparison): string {
  if (sameScenarios || !odds?.runsToSettle) return ''
  return ` About ${formatPlural(odds.runsToSettle, 'more run')} of each would settle it.`
}

/** "2 kinds of failure are new, 1 comes more often."; empty if neither. */
function newFailures({ failures }: VersionComparison): string {
  const count = (of: ComparedFailure['state']) => failures.filter(({ state }) => state === of).length
  const [fresh, more] = [count('new'), count('worse')]
  const kinds = (n: number) => formatPlural(n, 'kind of failure', 'kinds of failure')
  const parts = [
    fresh === 0 ? null : `${kinds(fresh)} ${fresh === 1 ? 'is' : 'are'} new`,
    more === 0 ? null : `${fresh === 0 ? kinds(more) : formatCount(more)} ${more === 1 ? 'comes' : 'come'} more often`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? '' : `${parts.join(', ')}.`
}

type Row = { state: ComparedScenario['state'] | ComparedFailure['state'] | ComparedNode['state'] }

/** Whether a filter shows a scenario, a failure or a node. */
export function isRowShown({ state }: Row, filter: CompareFilter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'changed':
      return state !== 'same'
    case 'worse':
      return state === 'worse' || state === 'new'
    case 'better':
      return state === 'better' || state === 'gone'
    default:
      return state === 'missing'
  }
}

export function countVersionRows({ scenarios, failures, nodes }: Rows): Record<CompareFilter, number> {
  return countShown<Row>([...scenarios, ...failures, ...nodes], isRowShown)
}

type Rows = Pick<VersionComparison, 'scenarios' | 'failures' | 'nodes'>
