import type { Bucket } from '@/lib/contracts/overview'
import type { TrendScore } from '@/lib/contracts/vocabulary'
import { formatCount, formatInterval, formatPercent, formatPlural, formatScore, MISSING } from '../format/number'
import { runsHref } from '../links'
import {
  type BucketUnit,
  bucketName,
  bucketTick,
  type ChartTable,
  levelValues,
  qualityLevels,
  type TrendLevel,
  type TrendMark,
  type TrendPoint,
} from './chart-parts'
import { runsWithin } from './prepare-overview'

/** Maximum number of labels side by side. */
const LABELS_ACROSS = 6

export type ScoreOverTimeModel = {
  title: string
  points: TrendPoint[]
  versions: TrendMark[]
  levels: readonly TrendLevel[]
  summary: string
  table: ChartTable
}

type ScoreOverTimeInput = {
  buckets: readonly Pick<Bucket, 'start' | 'end' | 'runs' | TrendScore>[]
  bucket: BucketUnit
  versions: readonly { chain: string; version: string; firstSeenAt: string }[]
  /** How many versions are new in all. */
  newVersions?: number
  /** Restricts the links to these chains. */
  chain?: readonly string[]
  /** Runs that have not ended, which no bucket counts. */
  running?: number
  /** Whose days the buckets are. */
  timeZone: string
}

const scores = {
  // It contains runs of every profile, so it uses the bands of the trace quality.
  quality: { title: 'Quality over time', word: 'quality', scored: 'scored run', profile: 'stratt' },
  confidence: { title: 'Confidence over time', word: 'confidence', scored: 'run with signals', profile: 'confidence' },
} as const

/** Returns quality, unless no run of the range has one and some have a confidence. */
export function measuredScore(buckets: ScoreOverTimeInput['buckets']): TrendScore {
  const has = (score: TrendScore) => buckets.some((bucket) => bucket[score].mean !== null)
  return !has('quality') && has('confidence') ? 'confidence' : 'quality'
}

/** Prepares the mean score of each bucket with its interval if there is one, the runs behind it, and when versions first ran. */
export function prepareScoreOverTime(
  input: ScoreOverTimeInput,
  project: string,
  score: TrendScore = 'quality',
): ScoreOverTimeModel {
  const drawn = { unit: input.bucket, count: input.buckets.length, timeZone: input.timeZone }
  const points = input.buckets.map(
    ({ start, end, runs, [score]: { mean, interval, n } }): TrendPoint => ({
      start,
      tick: bucketTick(start, drawn),
      name: bucketName(start, drawn),
      value: mean,
      band: interval,
      valueText: formatScore(mean, ...levelValues(scores[score].profile)),
      bandText: formatInterval(interval),
      countText: `${formatCount(n)} of ${formatCount(runs)}`,
      runs,
      href: runsHref(project, runsWithin({ from: start, to: end }, input.chain, input.running ?? 0)),
    }),
  )
  return {
    title: scores[score].title,
    points,
    versions: versionMarks(input),
    levels: qualityLevels(scores[score].profile),
    summary: `${summarise(points, input.bucket, score)}${cutText(input)}`,
    table: tableOf(points, ['Mean', 'Interval', score === 'quality' ? 'Runs scored' : 'Runs with signals']),
  }
}

/** The same points as a table, a row each: their time, then value, interval and count under these labels. */
function tableOf(points: readonly TrendPoint[], labels: readonly [string, string, string]): ChartTable {
  return {
    columns: [{ label: 'From' }, ...labels.map((label) => ({ label, numeric: true }))],
    rows: points.map(({ start, name, valueText, bandText, countText, href }) => ({
      key: start,
      cells: [name, valueText, bandText, countText],
      href,
    })),
  }
}

function versionMarks({ buckets, versions }: ScoreOverTimeInput): TrendMark[] {
  const severalChains = new Set(versions.map((version) => version.chain)).size > 1
  const seen = versions.flatMap(({ chain, version, firstSeenAt }) => {
    const at = Date.parse(firstSeenAt)
    const bucket = buckets.find(({ start, end }) => Date.parse(start) <= at && at < Date.parse(end))
    return bucket ? [{ start: bucket.start, label: severalChains ? `${chain} ${version}` : version }] : []
  })
  const marks = [...Map.groupBy(seen, (mark) => mark.start)].map(([start, own]) => ({
    start,
    label: own.length === 1 ? (own[0]?.label ?? '') : `${own.length} versions`,
    title: `First ran: ${own.map((mark) => mark.label).join(', ')}`,
  }))
  return withoutCrowding(
    marks,
    buckets.map((bucket) => bucket.start),
  )
}

/** Says that only the first of many new versions are marked. */
const cutText = ({ versions, newVersions = 0 }: ScoreOverTimeInput) =>
  newVersions > versions.length
    ? ` The first ${versions.length} of ${formatCount(newVersions)} new versions are marked.`
    : ''

/** Removes the label of a mark that is too close to a labelled one. */
function withoutCrowding(marks: readonly TrendMark[], starts: readonly string[]): TrendMark[] {
  const clearance = starts.length / LABELS_ACROSS
  let last = Number.NEGATIVE_INFINITY
  return marks.map((mark) => {
    const place = starts.indexOf(mark.start)
    if (place - last < clearance) return { ...mark, label: '' }
    last = place
    return mark
  })
}

function summarise(points: readonly TrendPoint[], unit: BucketUnit, score: TrendScore): string {
  const { word, scored } = scores[score]
  const known = points.filter((point) => point.value !== null)
  const first = known[0]
  const last = known.at(-1)
  if (!first || !last) return `No ${scored.replace('run', 'runs')} in this period.`
  const gaps = points.length - known.length
  const gapText = gaps > 0 ? `; ${formatPlural(gaps, unit)} without a ${scored}` : ''
  if (first === last) return `Mean ${word} ${last.valueText} (${last.name})${gapText}.`
  const [a, b] = [first.band, last.band]
  // Then the means may differ by chance.
  const overlapText = a && b && a[0] <= b[1] && b[0] <= a[1] ? '; intervals overlap' : ''
  return `Mean ${word} went from ${first.valueText} (${first.name}) to ${last.valueText} (${last.name})${overlapText}${gapText}.`
}

export type ShareGoodModel = { points: TrendPoint[]; summary: string; table: ChartTable }

type ShareGoodInput = {
  buckets: readonly Pick<Bucket, 'start' | 'end' | 'runs' | 'good'>[]
  bucket: BucketUnit
  /** Restricts the links to these chains. */
  chain?: readonly string[]
  /** Runs that have not ended, which no bucket counts. */
  running?: number
  timeZone: string
}

/** Prepares the share of good runs in each bucket, with its interval. */
export function prepareShareGood(
  { buckets, bucket: unit, chain, running = 0, timeZone }: ShareGoodInput,
  project: string,
): ShareGoodModel {
  const drawn = { unit, count: buckets.length, timeZone }
  const points = buckets.map(
    ({ start, end, runs, good }): TrendPoint => ({
      start,
      tick: bucketTick(start, drawn),
      name: bucketName(start, drawn),
      value: good.share,
      band: good.interval,
      valueText: formatPercent(good.share),
      bandText: good.interval ? `${formatPercent(good.interval[0])} to ${formatPercent(good.interval[1])}` : MISSING,
      countText: `${formatCount(good.n)} of ${formatCount(good.of)}`,
      runs,
      href: runsHref(project, runsWithin({ from: start, to: end }, chain, running)),
    }),
  )
  return {
    points,
    summary: summariseGood(buckets),
    table: tableOf(points, ['Share good', 'Interval', 'Good runs']),
  }
}

function summariseGood(buckets: ShareGoodInput['buckets']): string {
  const of = buckets.reduce((sum, bucket) => sum + bucket.good.of, 0)
  const good = buckets.reduce((sum, bucket) => sum + bucket.good.n, 0)
  if (of === 0) return 'No scored runs in this period.'
  return `${formatPercent(good / of)} of ${formatPlural(of, 'scored run was', 'scored runs were')} good.`
}
