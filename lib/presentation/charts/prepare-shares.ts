import type { Period } from '@/lib/contracts/overview'
import type { Decision, Grade } from '@/lib/contracts/primitives'
import { grades } from '@/lib/contracts/vocabulary'
import { formatCount, formatPercent, formatPlural } from '../format/number'
import { gradeLabels, ruleDecisionLabels } from '../labels/verdicts'
import { runsHref } from '../links'
import type { ChartTable } from './chart-parts'
import { runsWithin } from './prepare-overview'

type ShareBar<Key extends string> = {
  key: Key
  label: string
  count: number
  countText: string
  /** Share of the counted runs in [0, 1]; null if there are none. */
  share: number | null
  shareText: string
  previousShare: number | null
  previousText: string
  href: string
}

export type SharesModel<Key extends string = string> = {
  bars: ShareBar<Key>[]
  /** The runs that no bar counts; null if there are none. */
  uncounted: string | null
  hasPrevious: boolean
  summary: string
  table: ChartTable
}

type Counts<Key extends string> = Readonly<Record<Key, number>>
type Shares<Key extends string> = {
  keys: readonly Key[]
  labels: Readonly<Record<Key, string>>
  current: Counts<Key>
  previous: Counts<Key> | undefined
  noun: string
  hrefOf: (key: Key) => string
}

type Options = { project: string; chain?: readonly string[] }
type GradeCounts = Pick<Period, 'grades' | 'notGraded' | 'from' | 'to'>
type DecisionCounts = Pick<Period, 'decisions' | 'from' | 'to'>

/** Prepares the shares of runs per grade next to the previous period's; runs without a grade are counted separately. */
export function prepareGradeShares(
  { grades: counts, notGraded, from, to }: GradeCounts,
  previous: GradeCounts | null,
  { project, chain }: Options,
): SharesModel<Grade> {
  const { total, table, ...shares } = toShares({
    keys: grades,
    labels: gradeLabels,
    current: counts,
    previous: previous?.grades,
    noun: 'Grade',
    hrefOf: (grade) => runsHref(project, { chain, grade, from, to }),
  })
  const most = shares.bars.reduce((top, bar) => (bar.count > top.count ? bar : top))
  const none = notGraded > 0 ? `None of ${formatPlural(notGraded, 'run')} has a grade.` : 'No runs in this period.'
  return {
    ...shares,
    uncounted: notGraded > 0 ? `${formatPlural(notGraded, 'run')} not graded` : null,
    summary:
      total === 0
        ? none
        : `${most.label} is the most frequent grade: ${most.shareText} of ${formatPlural(total, 'graded run')}.`,
    table: {
      ...table,
      rows: [...table.rows, { key: 'not-graded', cells: ['Not graded', formatCount(notGraded), '—', '—'] }],
    },
  }
}

/** From the best to what says nothing. */
const decisionOrder = ['accept', 'accept_best', 'iterate', 'escalate', 'insufficient_evidence'] as const

/** Prepares the shares of runs per decision next to the previous period's. Runs that have not ended have no decision. */
export function prepareDecisionShares(
  current: DecisionCounts,
  previous: DecisionCounts | null,
  { project, chain, running = 0 }: Options & { running?: number },
): SharesModel<Decision> {
  const { decisions } = current
  const within = runsWithin(current, chain, running)
  const { total, ...shares } = toShares({
    keys: decisionOrder,
    labels: ruleDecisionLabels,
    current: decisions,
    previous: previous?.decisions,
    noun: 'Decision',
    hrefOf: (decision) => runsHref(project, { ...within, decision }),
  })
  const summary =
    total === 0
      ? 'No runs in this period.'
      : `${formatCount(decisions.accept)} of ${formatPlural(total, 'run')} accepted.`
  return { ...shares, uncounted: null, summary }
}

function toShares<Key extends string>({ keys, labels, current, previous, noun, hrefOf }: Shares<Key>) {
  const sum = (counts: Counts<Key>) => keys.reduce((total, key) => total + counts[key], 0)
  const total = sum(current)
  const previousTotal = previous ? sum(previous) : 0
  const bars = keys.map((key): ShareBar<Key> => {
    const share = total > 0 ? current[key] / total : null
    const previousShare = previous && previousTotal > 0 ? previous[key] / previousTotal : null
    return {
      key,
      label: labels[key],
      count: current[key],
      countText: formatCount(current[key]),
      share,
      shareText: formatPercent(share),
      previousShare,
      previousText: formatPercent(previousShare),
      href: hrefOf(key),
    }
  })
  return {
    bars,
    total,
    hasPrevious: previousTotal > 0,
    table: {
      columns: [
        { label: noun },
        { label: 'Runs', numeric: true },
        { label: 'Share', numeric: true },
        { label: 'Period before', numeric: true },
      ],
      rows: bars.map((bar) => ({
        key: bar.key,
        cells: [bar.label, bar.countText, bar.shareText, bar.previousText],
        href: bar.href,
      })),
    } satisfies ChartTable,
  }
}
