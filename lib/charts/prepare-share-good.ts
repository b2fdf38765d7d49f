import type { Bucket } from '@/lib/contracts/overview'
import { formatPercent, formatPlural } from '@/lib/format/number'
import { type BucketUnit, bucketName, bucketTick } from './bucket-label'
import type { ChartTable } from './chart-table'
import { runsHref } from './runs-href'

export type SharePoint = {
  start: string
  tick: string
  name: string
  /** Null where there was no run to take a share of. */
  share: number | null
  band: [number, number] | null
  shareText: string
  bandText: string
  countText: string
  href: string
}

export type ShareGoodModel = { points: SharePoint[]; summary: string; table: ChartTable }

type ShareGoodInput = { buckets: readonly Bucket[]; bucket: BucketUnit; chain?: readonly string[] }

/** The share of good runs in each stretch of time, with its interval. */
export function prepareShareGood({ buckets, bucket: unit, chain }: ShareGoodInput, project: string): ShareGoodModel {
  const points = buckets.map(({ start, end, good }): SharePoint => ({
    start,
    tick: bucketTick(start, unit),
    name: bucketName(start, unit),
    share: good.share,
    band: good.interval,
    shareText: formatPercent(good.share),
    bandText: good.interval ? `${formatPercent(good.interval[0])} to ${formatPercent(good.interval[1])}` : '—',
    countText: `${good.n} of ${good.of}`,
    href: runsHref(project, { chain: chain?.join(','), from: start, to: end }),
  }))
  return {
    points,
    summary: summarise(buckets),
    table: {
      columns: [{ label: 'From' }, { label: 'Share good', numeric: true }, { label: 'Interval', numeric: true }, { label: 'Runs', numeric: true }],
      rows: points.map((point) => ({ key: point.start, cells: [point.name, point.shareText, point.bandText, point.countText], href: point.href })),
    },
  }
}

function summarise(buckets: readonly Bucket[]): string {
  const of = buckets.reduce((sum, bucket) => sum + bucket.good.of, 0)
  const good = buckets.reduce((sum, bucket) => sum + bucket.good.n, 0)
  if (of === 0) return 'No scored run in this range.'
  return `${formatPercent(good / of)} of ${formatPlural(of, 'scored run')} were good.`
}
