import { formatCount } from '../format/number'
import type { ChartTable } from './chart-parts'

type CountBar = {
  key: string
  /** The label on the axis. */
  tick: string
  name: string
  count: number
  /** The part of the count that is drawn lighter. */
  lighter?: number
  countText: string
  href: string | null
}

export type CountBarsModel = {
  bars: (CountBar & { height: number; lighterHeight: number; isTicked: boolean })[]
  /** Levels of the scale from 0 up, as shares of the height. */
  scale: { at: number; label: string }[]
  summary: string
  table: ChartTable
}

const LEVELS = 4
const TICKS_MAX = 12

type Options = { summary: string; nameLabel: string; countLabel: string }

/** Prepares counts as bars on a scale of whole numbers from zero; if there are many, only some have a label on the axis. */
export function prepareCountBars(
  bars: readonly CountBar[],
  { summary, nameLabel, countLabel }: Options,
): CountBarsModel {
  const peak = Math.max(1, ...bars.map(({ count }) => count))
  const step = niceStep(peak / LEVELS)
  const top = Math.ceil(peak / step) * step
  const every = Math.ceil(bars.length / TICKS_MAX)
  return {
    bars: bars.map((bar, place) => ({
      ...bar,
      height: bar.count / top,
      lighterHeight: (bar.lighter ?? 0) / top,
      isTicked: place % every === 0,
    })),
    scale: Array.from({ length: Math.round(top / step) + 1 }, (_, level) => ({
      at: (level * step) / top,
      label: formatCount(level * step),
    })),
    summary,
    table: {
      columns: [{ label: nameLabel }, { label: countLabel, numeric: true }],
      rows: bars.map(({ key, name, countText, href }) => ({ key, cells: [name, countText], ...(href && { href }) })),
    },
  }
}

/** Returns the smallest of 1, 2, 5, 10, 20, ... that is at least this. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power
}
