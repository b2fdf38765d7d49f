import type { Period } from '@/lib/contracts/overview'
import type { Grade } from '@/lib/contracts/primitives'
import { grades } from '@/lib/contracts/vocabulary'
import { formatCount, formatPercent, formatPlural } from '../format/number'
import { gradeLabels } from '../labels/verdicts'
import { runsHref } from '../links'
import type { ChartTable } from './chart-parts'

export type GradeBar = {
  grade: Grade
  label: string
  count: number
  countText: string
  /** Share of the graded runs in [0, 1]; null if none was graded. */
  share: number | null
  shareText: string
  previousShare: number | null
  previousText: string
  href: string
}

export type GradeDistributionModel = {
  bars: GradeBar[]
  notGraded: { count: number; text: string } | null
  hasPrevious: boolean
  summary: string
  table: ChartTable
}

type GradeCounts = Pick<Period, 'grades' | 'notGraded' | 'from' | 'to'>
type Options = { project: string; chain?: readonly string[] }

/** Prepares the shares of runs per grade next to the previous period's; runs without a grade are counted separately. */
export function prepareGradeDistribution(
  current: GradeCounts,
  previous: GradeCounts | null,
  options: Options,
): GradeDistributionModel {
  const total = sum(current)
  const previousTotal = previous ? sum(previous) : 0
  const bars = grades.map((grade): GradeBar => {
    const count = current.grades[grade]
    const share = total > 0 ? count / total : null
    const previousShare = previous && previousTotal > 0 ? previous.grades[grade] / previousTotal : null
    return {
      grade,
      label: gradeLabels[grade],
      count,
      countText: formatCount(count),
      share,
      shareText: formatPercent(share),
      previousShare,
      previousText: formatPercent(previousShare),
      href: runsHref(options.project, { chain: options.chain, grade, from: current.from, to: current.to }),
    }
  })
  return {
    bars,
    notGraded:
      current.notGraded > 0
        ? { count: current.notGraded, text: `${formatPlural(current.notGraded, 'run')} not graded` }
        : null,
    hasPrevious: previousTotal > 0,
    summary: summarise(bars, total, current.notGraded),
    table: {
      columns: [
        { label: 'Grade' },
        { label: 'Runs', numeric: true },
        { label: 'Share', numeric: true },
        { label: 'Period before', numeric: true },
      ],
      rows: [
        ...bars.map((bar) => ({
          key: bar.grade,
          cells: [bar.label, bar.countText, bar.shareText, bar.previousText],
          href: bar.href,
        })),
        { key: 'not-graded', cells: ['Not graded', formatCount(current.notGraded), '—', '—'] },
      ],
    },
  }
}

function sum(period: GradeCounts): number {
  return grades.reduce((total, grade) => total + period.grades[grade], 0)
}

function summarise(bars: readonly GradeBar[], total: number, notGraded: number): string {
  if (total === 0)
    return notGraded > 0 ? `None of ${formatPlural(notGraded, 'run')} has a grade.` : 'No runs in this period.'
  const most = bars.reduce((top, bar) => (bar.count > top.count ? bar : top))
  return `${most.label} is the most frequent grade: ${most.shareText} of ${formatPlural(total, 'graded run')}.`
}
