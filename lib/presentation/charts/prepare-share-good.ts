import type { Bucket } from '@/lib/contracts/overview'
import { formatCount, formatPercent, formatPlural, MISSING } from '../format/number'
import { runsHref } from '../links'
import { type BucketUnit, bucketName, bucketTick, type ChartTable, type TrendPoint } from './chart-parts'

export type ShareGoodModel = { points: TrendPoint[]; summary: string; table: ChartTable }

type ShareGoodInput = {
  buckets: readonly Pick<Bucket, 'start' | 'end' | 'runs' | 'good'>[]
  bucket: BucketUnit
  /** Restricts the links to these chains. */
  chain?: readonly string[]
}

/** Prepares the share of good runs in each bucket, with its interval. */
export function prepareShareGood({ buckets, bucket: unit, chain }: ShareGoodInput, project: string): ShareGoodModel {
  const points = buckets.map(
    ({ start, end, runs, good }): TrendPoint => ({
      start,
      tick: bucketTick(start, unit, buckets.length),
      name: bucketName(start, unit),
      value: good.share,
      band: good.interval,
      valueText: formatPercent(good.share),
      bandText: good.interval ? `${formatPercent(good.interval[0])} to ${formatPercent(good.interval[1])}` : MISSING,
      countText: `${formatCount(good.n)} of ${formatCount(good.of)}`,
      runs,
      href: runsHref(project, { chain, from: start, to: end }),
    }),
  )
  return {
    points,
    summary: summarise(buckets),
    table: {
      columns: [
        { label: 'From' },
        { label: 'Share good', numeric: true },
        { label: 'Interval', numeric: true },
        { label: 'Good runs', numeric: true },
      ],
      rows: points.map((point) => ({
        key: point.start,
        cells: [point.name, point.valueText, point.bandText, point.countText],
        href: point.href,
      })),
    },
  }
}

function summarise(buckets: ShareGoodInput['buckets']): string {
  const of = buckets.reduce((sum, bucket) => sum + bucket.good.of, 0)
  const good = buckets.reduce((sum, bucket) => sum + bucket.good.n, 0)
  if (of === 0) return 'No scored runs in this period.'
  return `${formatPercent(good / of)} of ${formatPlural(of, 'scored run')} ${of === 1 ? 'was' : 'were'} good.`
}
