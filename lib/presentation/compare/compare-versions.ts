import type {
  ComparedFailure,
  ComparedNode,
  ComparedScenario,
  MeasureChange,
  VersionComparison,
} from '@/lib/contracts/comparisons'
import { comparedMost } from '@/lib/contracts/limits'
import type { RunFilters } from '@/lib/contracts/runs'
import { finishedStatuses } from '@/lib/contracts/vocabulary'
import { listFactors } from '@/lib/engine/regression/measured-factors'
import type { FigureChange } from '../charts/chart-parts'
import { formatChangeInterval } from '../format/change-interval'
import { formatDuration } from '../format/date'
import { formatChangeShown, formatFall } from '../format/fall'
import {
  formatChange,
  formatCompact,
  formatCost,
  formatCostChange,
  formatCount,
  formatPercent,
  formatPlural,
  formatScore,
  formatSigned,
} from '../format/number'
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

export const measureFormats: Record<Measure, (value: number) => string> = {
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
  return name === 'cost' ? formatCostChange(change, among) : formatSigned(change, measureFormats[name])
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
    const text = scores?.change ?? formatMeasureChange(name, change, [change, ...(interval ?? [])])
    const isShown = /[1-9]/.test(text)
    return {
      name,
      label: measureLabels[name],
      value: scores?.after ?? measureFormats[name](measure.b.mean),
      change: {
        text,
        direction: !isShown ? 'flat' : change > 0 ? 'up' : 'down',
        meaning: direction === 'worse' || direction === 'better' ? direction : 'neutral',
        against: `${scores?.before ?? measureFormats[name](measure.a.mean)} of ${a.version}`,
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

/** The change of a pair to open first: that of its scenario as the table of scenarios shows it, or of the runs themselves. */
export function worstChange({ scenarios }: Pick<VersionComparison, 'scenarios'>, pair: WorstPair): string {
  const row = scenarios.find(({ scenario }) => scenario === pair.scenario)
  return row?.a && row.b ? formatChangeShown(row.a.mean, row.b.mean) : formatChange(pair.change)
}

type WorstPair = Pick<VersionComparison['worst'][number], 'scenario' | 'change'>

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
