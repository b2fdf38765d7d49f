import type { Bucket } from '@/lib/contracts/overview'
import { formatInterval, formatPlural, formatScore } from '@/lib/format/number'
import { type BucketUnit, bucketName, bucketTick } from './bucket-label'
import type { ChartTable } from './chart-table'
import { runsHref } from './runs-href'

export type QualityPoint = {
  start: string
  tick: string
  name: string
  /** Null where no run was scored: a gap, not a zero. */
  mean: number | null
  band: [number, number] | null
  meanText: string
  bandText: string
  runs: number
  scored: number
  href: string
}

export type VersionMark = { start: string; label: string; title: string }

export type QualityOverTimeModel = {
  points: QualityPoint[]
  versions: VersionMark[]
  thresholds: { value: number; label: string }[]
  peakRuns: number
  summary: string
  table: ChartTable
}

type QualityOverTimeInput = {
  buckets: readonly Bucket[]
  bucket: BucketUnit
  versions: readonly { chain: string; version: string; firstSeenAt: string }[]
  /** Narrows the links to these chains. */
  chain?: readonly string[]
}

/** Mean quality of each stretch of time with its interval, the runs behind it, and when versions first ran. */
export function prepareQualityOverTime(input: QualityOverTimeInput, project: string): QualityOverTimeModel {
  const points = input.buckets.map((bucket): QualityPoint => ({
    start: bucket.start,
    tick: bucketTick(bucket.start, input.bucket),
    name: bucketName(bucket.start, input.bucket),
    mean: bucket.quality.mean,
    band: bucket.quality.interval,
    meanText: formatScore(bucket.quality.mean),
    bandText: formatInterval(bucket.quality.interval),
    runs: bucket.runs,
    scored: bucket.quality.n,
    href: runsHref(project, { chain: input.chain?.join(','), from: bucket.start, to: bucket.end }),
  }))
  return {
    points,
    versions: versionMarks(input),
    thresholds: [
      { value: 0.8, label: 'good .80' },
      { value: 0.6, label: 'poor below .60' },
    ],
    peakRuns: Math.max(1, ...points.map((point) => point.runs)),
    summary: summarise(points),
    table: {
      columns: [{ label: 'From' }, { label: 'Mean', numeric: true }, { label: 'Interval', numeric: true }, { label: 'Scored', numeric: true }, { label: 'Runs', numeric: true }],
      rows: points.map((point) => ({
        key: point.start,
        cells: [point.name, point.meanText, point.bandText, String(point.scored), String(point.runs)],
        href: point.href,
      })),
    },
  }
}

function versionMarks({ buckets, versions }: QualityOverTimeInput): VersionMark[] {
  const byBucket = new Map<string, string[]>()
  const severalChains = new Set(versions.map((version) => version.chain)).size > 1
  for (const { chain, version, firstSeenAt } of versions) {
    const seen = Date.parse(firstSeenAt)
    const bucket = buckets.find(({ start, end }) => Date.parse(start) <= seen && seen < Date.parse(end))
    if (!bucket) continue
    const label = severalChains ? `${chain} ${version}` : version
    byBucket.set(bucket.start, [...(byBucket.get(bucket.start) ?? []), label])
  }
  return [...byBucket].map(([start, labels]) => ({
    start,
    label: labels.length === 1 ? (labels[0] ?? '') : `${labels.length} versions`,
    title: labels.join(', '),
  }))
}

function summarise(points: readonly QualityPoint[]): string {
  const known = points.filter((point) => point.mean !== null)
  const first = known[0]
  const last = known.at(-1)
  if (!first || !last) return 'No scored run in this range.'
  const gaps = points.length - known.length
  const gapText = gaps > 0 ? `; ${formatPlural(gaps, 'stretch', 'stretches')} without a scored run` : ''
  if (first === last) return `Mean quality ${last.meanText} (${last.name})${gapText}.`
  return `Mean quality went from ${first.meanText} (${first.name}) to ${last.meanText} (${last.name})${gapText}.`
}
