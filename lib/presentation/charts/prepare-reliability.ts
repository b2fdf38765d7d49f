import type { Calibration, PredictionQualityView } from '@/lib/contracts/calibration'
import { formatCount, formatInterval, formatPlural, formatScore } from '../format/number'
import { runsHref } from '../links'
import type { ChartTable } from './chart-parts'

type SeriesKey = 'published' | 'learned' | 'forecast'
export type ReliabilityDot = {
  key: string
  x: number
  y: number
  low: number
  high: number
  r: number
  title: string
  href: string | null
}
export type ReliabilitySeries = {
  key: SeriesKey
  label: string
  dots: ReliabilityDot[]
  /** The calibration error, and how much of it is noise. */
  words: string
}

/** A square from 0 to 1 in both directions, in pixels; y counts from the top. */
export type ReliabilityModel = {
  title: string
  summary: string
  width: number
  height: number
  plot: { left: number; right: number; top: number; bottom: number }
  ticks: { label: string; x: number; y: number }[]
  series: ReliabilitySeries[]
  /** The corners of the area around the diagonal that noise alone explains. */
  band: string | null
  /** Series with too few verdicts to be drawn, as text. */
  missing: string[]
  table: ChartTable
}

const SIDE = 312
const PLOT = { left: 36, top: 8, right: 36 + SIDE, bottom: 8 + SIDE }
const SIZE = { width: PLOT.right + 12, height: PLOT.bottom + 38 }
/** One full bin: fewer verdicts do not give a share. */
export const DRAWN_FROM = 10
const RADIUS = { least: 3, most: 7 }
const labels: Record<SeriesKey, string> = { published: 'Published', learned: 'Learned', forecast: 'Forecast' }

/**
 * Prepares predicted probability against the approved share, for the confidence as published and as learned; for the forecast if there is
 * neither.
 */
export function prepareReliability({ confidence, forecast }: Calibration, project: string): ReliabilityModel {
  const ofConfidence = [
    { key: 'published' as const, quality: confidence.published },
    { key: 'learned' as const, quality: confidence.learned },
  ]
  const hasSignals = ofConfidence.some(({ quality }) => quality.brier.n > 0)
  const all = hasSignals ? ofConfidence : [{ key: 'forecast' as const, quality: forecast.quality }]
  const drawn = all.filter(({ quality }) => quality.brier.n >= DRAWN_FROM)
  const n = drawn.at(-1)?.quality.brier.n ?? 0
  const floor = drawn.at(-1)?.quality.reliability.noiseFloor ?? null
  return {
    title: n > 0 ? `Reliability on ${formatPlural(n, 'verdict')}` : 'Reliability',
    summary: 'Predicted chance against the share people approved. On the diagonal, predictions match reality.',
    ...SIZE,
    plot: PLOT,
    ticks: [0, 0.25, 0.5, 0.75, 1].map((value) => ({
      label: value % 1 === 0 ? String(value) : formatScore(value),
      ...at(value, value),
    })),
    series: drawn.map(({ key, quality }) => ({
      key,
      label: labels[key],
      dots: toDots(key, quality, project),
      words: errorWords(labels[key], quality),
    })),
    band: floor === null ? null : bandOf(floor),
    missing: all.flatMap(({ key, quality: { brier } }) => (brier.n < DRAWN_FROM ? [tooFewWords(key, brier.n)] : [])),
    table: {
      columns: [
        { label: 'Confidence' },
        { label: 'Chances', numeric: true },
        { label: 'Predicted', numeric: true },
        { label: 'Approved', numeric: true },
        { label: 'Interval', numeric: true },
        { label: 'Verdicts', numeric: true },
      ],
      rows: drawn.flatMap(({ key, quality }) =>
        quality.reliability.bins.map((bin, place) => ({
          key: `${key} ${place}`,
          href: runsOf(bin, project) ?? undefined,
          cells: [
            labels[key],
            formatInterval([bin.from, bin.to]),
            formatScore(bin.predicted),
            formatScore(bin.approved),
            formatInterval(bin.interval),
            formatCount(bin.n),
          ],
        })),
      ),
    },
  }
}

type Bin = PredictionQualityView['reliability']['bins'][number]

const runsOf = ({ runIds }: Bin, project: string) => (runIds.length > 0 ? runsHref(project, { ids: runIds }) : null)

function toDots(key: SeriesKey, { reliability: { bins } }: PredictionQualityView, project: string): ReliabilityDot[] {
  const most = Math.max(...bins.map(({ n }) => n))
  return bins.map((bin, place) => {
    const { predicted, approved, interval, n } = bin
    return {
      key: `${key} ${place}`,
      href: runsOf(bin, project),
      ...at(predicted, approved),
      low: at(0, interval[0]).y,
      high: at(0, interval[1]).y,
      r: RADIUS.least + (RADIUS.most - RADIUS.least) * Math.sqrt(n / most),
      title: `${labels[key]}: predicted ${formatScore(predicted)}, approved ${formatScore(approved)} (${formatInterval(interval)}) of ${formatPlural(n, 'verdict')}${opensTo(bin)}`,
    }
  })
}

/** Says how many of the runs a bin opens to, unless to all. */
const opensTo = ({ n, runIds }: Bin) =>
  runIds.length > 0 && runIds.length < n ? `; opens the ${formatCount(runIds.length)} furthest off` : ''

function tooFewWords(key: SeriesKey, n: number): string {
  // The published confidence is not a prediction.
  const verdicts = key === 'published' ? 'verdicts' : 'predicted verdicts'
  return `${labels[key]}: shown once there are ${DRAWN_FROM} ${verdicts}; so far ${n}.`
}

function errorWords(
  label: string,
  { brier: { n }, reliability: { error, noiseFloor } }: PredictionQualityView,
): string {
  if (error === null || noiseFloor === null) return `${label}: no error is known.`
  const [is, noise] = [formatScore(error), formatScore(noiseFloor)]
  const verdicts = formatPlural(n, 'verdict')
  return error > noiseFloor
    ? `${label}: error ${is}, of which about ${noise} is noise at ${verdicts}.`
    : `${label}: error ${is}, no more than the noise of about ${noise} at ${verdicts}.`
}

function bandOf(floor: number): string {
  const corners: [number, number][] = [
    [0, 0],
    [0, floor],
    [1 - floor, 1],
    [1, 1],
    [1, 1 - floor],
    [floor, 0],
  ]
  return corners
    .map(([x, y]) => at(x, y))
    .map(({ x, y }) => `${x},${y}`)
    .join(' ')
}

const at = (x: number, y: number) => ({ x: round(PLOT.left + x * SIDE), y: round(PLOT.bottom - y * SIDE) })
const round = (pixels: number) => Math.round(pixels * 10) / 10
