import type { FailureClass } from '@/lib/contracts/primitives'
import { failureClasses } from '@/lib/contracts/vocabulary'
import { formatCount, formatPlural } from '../format/number'
import { failurePlace } from '../labels/failures'
import { failureClassLabels } from '../labels/verdicts'
import { runsHref } from '../links'
import { type BucketUnit, bucketName, bucketTick, type ChartTable } from './chart-parts'

type FailureSeries = {
  failureClass: FailureClass
  label: string
  color: string
  total: number
  totalText: string
  href: string
}
type FailurePoint = {
  start: string
  tick: string
  name: string
  total: number
  href: string
  counts: Partial<Record<FailureClass, number>>
}
export type FailureClassesModel = {
  series: FailureSeries[]
  points: FailurePoint[]
  summary: string
  table: ChartTable
}

type Input = {
  buckets: readonly { start: string; end: string; classes: Partial<Record<FailureClass, number>> }[]
  bucket: BucketUnit
  chain?: readonly string[]
  timeZone: string
}

/** Prepares failures per class and bucket. A class always has the same colour. */
export function prepareFailureClasses(
  { buckets, bucket: unit, chain, timeZone }: Input,
  project: string,
): FailureClassesModel {
  const drawn = { unit, count: buckets.length, timeZone }
  const scope = { chain }
  const from = buckets[0]?.start
  const to = buckets.at(-1)?.end
  const series = failureClasses
    .map((failureClass): FailureSeries => {
      const total = buckets.reduce((sum, bucket) => sum + (bucket.classes[failureClass] ?? 0), 0)
      return {
        failureClass,
        label: failureClassLabels[failureClass],
        color: colorOf(failureClass),
        total,
        totalText: formatCount(total),
        href: runsHref(project, { ...scope, failureClass, from, to }),
      }
    })
    .filter((candidate) => candidate.total > 0)
    .toSorted((a, b) => b.total - a.total)
  const points = buckets.map(
    ({ start, end, classes }): FailurePoint => ({
      start,
      tick: bucketTick(start, drawn),
      name: bucketName(start, drawn),
      total: Object.values(classes).reduce((sum, count) => sum + count, 0),
      href: runsHref(project, {
        ...scope,
        failureClass: series.map((known) => known.failureClass).join(','),
        from: start,
        to: end,
      }),
      counts: classes,
    }),
  )
  return {
    series,
    points,
    summary: summarise(series),
    table: {
      columns: [{ label: 'From' }, ...series.map(({ label }) => ({ label, numeric: true }))],
      rows: points.map((point) => ({
        key: point.start,
        cells: [point.name, ...series.map(({ failureClass }) => formatCount(point.counts[failureClass] ?? 0))],
        href: point.href,
      })),
    },
  }
}

function colorOf(failureClass: FailureClass): string {
  if (failureClass === 'unknown') return 'var(--unknown)'
  return `var(--series-${failureClasses.indexOf(failureClass) + 1})`
}

function summarise(series: readonly FailureSeries[]): string {
  const top = series[0]
  if (!top) return 'No failures in this period.'
  const total = series.reduce((sum, { total: count }) => sum + count, 0)
  return `${formatPlural(total, 'failure')} (a run may have several), most often ${top.label.toLowerCase()} (${top.totalText}).`
}

/** A node, version or chain with failures: those that began there, and inherited ones. */
export type FailureHit = { name: string; roots: number; cascades: number; title?: string; href: string }

type NodesHitInput = {
  nodes: readonly { node: string; roots: number; cascades: number }[]
  buckets: readonly { start: string; end: string }[]
}

/** Prepares the nodes with the most failures, each with a link to its runs. */
export function prepareNodesHit(
  { nodes, buckets }: NodesHitInput,
  project: string,
  chain: readonly string[],
): FailureHit[] {
  const within = { chain, from: buckets[0]?.start, to: buckets.at(-1)?.end }
  return nodes.map(({ node, roots, cascades }) => ({
    name: failurePlace(node),
    roots,
    cascades,
    title: `${failurePlace(node)}: ${formatPlural(roots + cascades, 'failure')}, ${formatCount(roots)} began here, ${formatCount(cascades)} inherited`,
    href: runsHref(project, { node, ...within }),
  }))
}
