import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { formatChange, formatPlural, formatScore } from '../format/number'
import { weekLabel } from '../labels/week'
import { runsHref } from '../links'

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
    label: weekLabel(week),
    mean: quality.mean,
    interval: quality.interval,
    meanText: formatScore(quality.mean),
    runsText: runs === 0 ? 'no run' : formatPlural(runs, 'run'),
    href: runsHref(project, { kind: ['live'], from: start, to: end }),
  }))
  const drawn = weeks.flatMap(({ mean, interval }) => (mean === null ? [] : [mean, ...(interval ?? [])]))
  const low = Math.max(0, Math.floor(Math.min(...drawn, 1) * 10 - 1e-9) / 10)
  const high = Math.min(1, Math.ceil(Math.max(...drawn, 0) * 10 + 1e-9) / 10)
  return { weeks, summary: summarise(weeks), low, high: high > low ? high : low + 0.1 }
}

function summarise(weeks: readonly TrendWeek[]): string {
  const known = weeks.filter(({ mean }) => mean !== null)
  const [from, to] = [known[0], known.at(-1)]
  if (!from || !to) return 'No scored weeks yet.'
  if (from === to) return `Mean quality was ${from.meanText} in ${from.label.toLowerCase()}.`
  const change = formatChange((to.mean ?? 0) - (from.mean ?? 0))
  return `Mean quality went from ${from.meanText} (${from.label.toLowerCase()}) to ${to.meanText} (${to.label.toLowerCase()}), ${change}.`
}
