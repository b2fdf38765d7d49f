import { floorHour } from '@/lib/contracts/durations'
import { automatedEvaluators } from '@/lib/contracts/evaluators'
import { finishedStatuses } from '@/lib/contracts/vocabulary'
import type { WeeklyChain } from '@/lib/contracts/weekly/compared'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { listFactors } from '@/lib/engine/regression/measured-factors'
import { EPSILON } from '@/lib/engine/tolerance'
import { shiftWeek, weekSpan } from '@/lib/engine/weekly/iso-week'
import { confidenceFallText } from '../drop-text'
import { formatWeek } from '../format/date'
import { formatChangeTo, formatFall } from '../format/fall'
import { formatExact, formatInterval, formatPart, formatPlural, formatScore } from '../format/number'
import { isTooLittle, measuredText, tooLittleText } from '../labels/measured'
import { runsHref } from '../links'
import { linearScale } from './scale'

const MIN_REACH = 0.1

export type MoverRow = {
  chain: string
  href: string
  mean: string
  meanTitle: string
  previous: string
  previousHref: string
  change: string
  verdict: string
  /** What the change is based on if not on the mean, and whether confidence fell; null for neither. */
  note: string | null
  tone: 'pass' | 'fail' | 'unknown'
  /** It would stand out alone, but may be chance among as many comparisons. */
  isPerhaps: boolean
  /** Positions in per cent of the width, 50 = no change; null if nothing can be compared. */
  mark: { low: number; high: number; point: number } | null
}

type MoversModel = {
  rows: MoverRow[]
  /** The value at the ends of the axis. */
  reach: number
  isAny: boolean
}

/** How many flags of chains a report has beyond those it lists. */
export function unlistedFlags({ chains, chainTotals }: Pick<WeeklyReport, 'chains' | 'chainTotals'>): number {
  const listed = chains.reduce((sum, { flags }) => sum + flags.length, 0)
  return Math.max(0, (chainTotals?.flags ?? 0) - listed)
}

/** Prepares the chains of a week as changes around zero on one axis, with 90% whiskers. */
export function prepareWeekMovers(report: WeeklyReport, project: string): MoversModel {
  const ends = report.chains.flatMap(({ change }) => (change ? change.interval.map(Math.abs) : []))
  const reach = Math.min(1, Math.max(MIN_REACH, ...ends))
  const place = linearScale([-reach, reach], [0, 100])
  const spans = weekSpans(report)
  const runsOf = (chain: string, span: { from: string; to: string }) =>
    runsHref(project, { chain: [chain], ...inMeans(span) })
  const rows = report.chains.map((row): MoverRow => {
    const { change, current, previous, chain, measured } = row
    return {
      chain,
      href: runsOf(chain, spans.week),
      previousHref: runsOf(chain, spans.before),
      mean: formatScore(current.mean),
      meanTitle: isTooLittle(measured)
        ? `${tooLittleText(measured)}, on ${measuredText(measured)}`
        : `${formatExact(current.mean)} over ${measured ? measuredText(measured) : formatPlural(current.n, 'scored live run')}, 95% interval ${formatInterval(current.interval)}`,
      previous: formatScore(previous.mean),
      change: change ? formatChangeTo(current.mean, change.change) : '',
      ...judgeMover(row),
      note: [changeNote(row), confidenceFallText(row)].filter((part) => part !== null).join('; ') || null,
      mark: change && {
        low: place(change.interval[0]),
        high: place(change.interval[1]),
        point: place(change.change),
      },
    }
  })
  return { rows, reach, isAny: rows.some(({ mark }) => mark !== null) }
}

/** Returns what the change of a chain is based on if not on the shown mean; else null. */
export function changeNote({ change, comparedOn, measured }: Pick<WeeklyChain, 'change' | 'comparedOn' | 'measured'>) {
  if (!change) return null
  if (comparedOn?.includes(automatedEvaluators[0] ?? '')) return 'of the evaluators alone, without verdicts of people'
  if (comparedOn) return `of ${listFactors(comparedOn)} alone`
  return measured && measured.enough < measured.runs ? 'of all live runs, however much of them was measured' : null
}

/** Says whether a chain moved, and whether by more than chance explains. */
export function judgeMover({
  change,
  current,
  measured,
}: WeeklyChain): Pick<MoverRow, 'verdict' | 'tone' | 'isPerhaps'> {
  const unknown = (verdict: string, isPerhaps = false) => ({ verdict, tone: 'unknown' as const, isPerhaps })
  if (!change && isTooLittle(measured)) return unknown('Too little measured')
  if (!change) return unknown(current.mean === null ? 'No scored live run' : 'Nothing to compare')
  if (change.isTooFew) return unknown('Too few runs to say')
  const isUp = change.change > 0
  if (change.beyondNoise)
    return isUp
      ? { verdict: 'Better', tone: 'pass', isPerhaps: false }
      : { verdict: 'Worse', tone: 'fail', isPerhaps: false }
  if (change.interval[0] > 0 || change.interval[1] < 0) return unknown(isUp ? 'Perhaps better' : 'Perhaps worse', true)
  return unknown('Within the noise')
}

/** A time range as the runs list takes it: `from` included, `to` excluded. */
export type WeekSpan = { from: string; to: string }

/** Filters of the runs that a report counts, which are those that have ended. */
export const counted = ({ from, to }: WeekSpan) => ({ status: [...finishedStatuses], from, to })

/** Filters of the runs that its means cover: live ones, without those of candidates. */
export const inMeans = (span: WeekSpan) => ({ kind: ['live'], candidate: 'false', ...counted(span) })

/** Returns the two weeks that a report compares, in whole hours of UTC as in the rollups. */
export function weekSpans({ week, timeZone, from, to }: WeeklyReport): { week: WeekSpan; before: WeekSpan } {
  const { fromMs } = weekSpan(shiftWeek(week, -1), timeZone)
  const hour = new Date(floorHour(fromMs))
  return { week: { from, to }, before: { from: hour.toISOString(), to: from } }
}

type TrendWeek = {
  week: string
  label: string
  mean: number | null
  interval: [number, number] | null
  meanText: string
  runsText: string
  href: string
}

type WeekTrendModel = {
  weeks: TrendWeek[]
  summary: string
  /** Ends of the axis, on tenths around everything drawn. */
  low: number
  high: number
}

/** Prepares the weeks of a trend from the first with a score. Gaps are kept. */
export function prepareWeekTrend(history: WeeklyReport['history'], project: string): WeekTrendModel {
  const first = history.findIndex(({ quality }) => quality.mean !== null)
  const weeks = history.slice(Math.max(0, first)).map(({ week, runs, quality, start, end }) => ({
    week,
    label: formatWeek(week),
    mean: quality.mean,
    interval: quality.interval,
    meanText: formatScore(quality.mean),
    // Dry, unscored and too little measured runs are not in the mean.
    runsText: runs === 0 ? 'no run' : formatPart(quality.n, runs, 'run'),
    href: runsHref(project, counted({ from: start, to: end })),
  }))
  const drawn = weeks.flatMap(({ mean, interval }) => (mean === null ? [] : [mean, ...(interval ?? [])]))
  const low = Math.max(0, Math.floor(Math.min(...drawn, 1) * 10 - EPSILON) / 10)
  const high = Math.min(1, Math.ceil(Math.max(...drawn, 0) * 10 + EPSILON) / 10)
  return { weeks, summary: summarise(weeks), low, high: high > low ? high : low + 0.1 }
}

function summarise(weeks: readonly TrendWeek[]): string {
  const known = weeks.flatMap(({ label, mean }) => (mean === null ? [] : [{ label: label.toLowerCase(), mean }]))
  const [from, to] = [known[0], known.at(-1)]
  if (!from || !to) return 'No scored weeks yet.'
  if (from === to) return `Mean quality was ${formatScore(from.mean)} in ${from.label}.`
  const { before, after, change } = formatFall(from.mean, to.mean)
  return `Mean quality went from ${before} (${from.label}) to ${after} (${to.label}), ${change}.`
}
