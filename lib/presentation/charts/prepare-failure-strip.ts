import type { FailureGroupDetail } from '@/lib/contracts/failure-groups'
import type { FailureCounts, FailureGroup } from '@/lib/contracts/failures'
import { formatCount, formatPlural } from '../format/number'
import { failureName, failureNameParts } from '../labels/failures'
import { failureHref, runsHref } from '../links'
import { type BucketUnit, bucketName, bucketTick, type ChartTable } from './chart-parts'
import { type CountBarsModel, prepareCountBars } from './prepare-count-bars'
import { linearScale } from './scale'

const HEIGHT = 20
const MIN_MARK = 3

type Bucket = { start: string; end: string }
type Options = {
  bucket: BucketUnit
  timeZone: string
  /** Restricts the links to these chains. */
  chain?: readonly string[]
}
type Group = Pick<
  FailureGroup,
  'fingerprint' | 'failureClass' | 'node' | 'otherNodes' | 'template' | 'code' | 'roots' | 'cascades' | 'lastSeenAt'
> & {
  marks: readonly FailureCounts[]
}

/** A bucket in which the group occurred; `place` is its index. */
export type StripMark = { place: number; rootHeight: number; cascadeHeight: number; title: string; href: string }

export type FailureStripModel = {
  height: number
  places: number
  table: ChartTable
  rows: {
    key: string
    what: string
    where: string
    template: string
    total: string
    lastSeenAt: string
    marks: StripMark[]
    href: string
    summary: string
  }[]
}

/**
 * Prepares a row per failure group: for each bucket the failures that began there and, lighter, those inherited from a failed dependency.
 * All rows share one scale, so that heights are comparable.
 */
export function prepareFailureStrip(
  groups: readonly Group[],
  buckets: readonly Bucket[],
  project: string,
  { bucket: unit, timeZone, chain }: Options,
): FailureStripModel {
  const within = { chain, from: buckets[0]?.start, to: buckets.at(-1)?.end }
  const peak = groups.reduce(
    (most, { marks }) => marks.reduce((high, mark) => Math.max(high, mark.roots + mark.cascades), most),
    1,
  )
  const scale = linearScale([0, peak], [0, HEIGHT])
  const height = (count: number) => (count === 0 ? 0 : Math.max(MIN_MARK, scale(count)))
  return {
    height: HEIGHT,
    places: buckets.length,
    table: {
      columns: [{ label: 'Failure' }, { label: 'Failures' }],
      rows: groups.map((group) => ({
        key: group.fingerprint,
        cells: [failureName(group), counts(group.roots, group.cascades)],
        href: failureHref(project, group.fingerprint),
      })),
    },
    rows: groups.map((group) => ({
      key: group.fingerprint,
      ...failureNameParts(group),
      template: group.template,
      total: counts(group.roots, group.cascades),
      lastSeenAt: group.lastSeenAt,
      href: failureHref(project, group.fingerprint),
      summary: `${failureName(group)}: ${counts(group.roots, group.cascades)}.`,
      marks: buckets.flatMap((bucket, place) => {
        const { roots = 0, cascades = 0 } = group.marks[place] ?? {}
        if (roots + cascades === 0) return []
        return [
          {
            place,
            rootHeight: height(roots),
            cascadeHeight: height(cascades),
            title: `${failureName(group)}, ${bucketName(bucket.start, { unit, timeZone })}: ${counts(roots, cascades)}`,
            href: runsHref(project, { fingerprint: group.fingerprint, ...within, from: bucket.start, to: bucket.end }),
          },
        ]
      }),
    })),
  }
}

function counts(roots: number, cascades: number): string {
  if (roots === 0 && cascades === 0) return 'none'
  const all = formatPlural(roots + cascades, 'failure')
  return cascades > 0 ? `${all}, ${formatCount(cascades)} inherited` : all
}

/** Prepares how often a group occurred over time, each bar with a link to its runs. */
export function prepareFailureTrend(
  { group: { fingerprint }, trend: { unit, buckets, marks } }: Pick<FailureGroupDetail, 'group' | 'trend'>,
  { project, timeZone }: { project: string; timeZone: string },
): CountBarsModel {
  const drawn = { unit, count: buckets.length, timeZone }
  const total = marks.reduce((sum, { roots, cascades }) => sum + roots + cascades, 0)
  const days = marks.filter(({ roots, cascades }) => roots + cascades > 0).length
  return prepareCountBars(
    buckets.map(({ start, end }, place) => {
      const { roots = 0, cascades = 0 } = marks[place] ?? {}
      return {
        key: start,
        tick: bucketTick(start, drawn),
        name: bucketName(start, drawn),
        count: roots + cascades,
        lighter: cascades,
        countText:
          cascades > 0 ? `${formatCount(roots + cascades)}, ${formatCount(cascades)} inherited` : formatCount(roots),
        href: roots + cascades === 0 ? null : runsHref(project, { fingerprint, from: start, to: end }),
      }
    }),
    {
      summary:
        total === 0
          ? 'None in this period.'
          : `${formatPlural(total, 'failure')} on ${formatPlural(days, unit)} of ${buckets.length}.`,
      nameLabel: unit === 'hour' ? 'Hour' : unit === 'day' ? 'Day' : unit === 'week' ? 'Week' : 'Month',
      countLabel: 'Failures',
    },
  )
}

/**
 * Returns a sentence on whether the group occurs more often than before. The count is of this moment, the status of the last check: only
 * the status says whether the group is escalating, here as in the list.
 */
export function escalationSentence({
  group: { status },
  escalation: { state, count, expected, bound, days, needs },
}: Pick<FailureGroupDetail, 'group' | 'escalation'>): string {
  const now = `${formatPlural(count, 'failure')} in the last 24 hours`
  // None are no more than usual, however little is known.
  if (state === 'too_few' && count === 0) return `${now}.`
  if (state === 'too_few')
    return `${now}. Too early to say whether that is more than usual: ${days} of ${needs} days known.`
  const usual = `A recent day had ${expected === null ? 'some' : Number(expected.toFixed(1))}; more than ${formatCount(bound)} would be an escalation`
  const isOpen = status !== 'archived' && status !== 'resolved'
  if (state === 'usual')
    return status === 'escalating'
      ? `${now}, again no more than usual: until the next check the group counts as escalating. ${usual}.`
      : `${now}, which is normal. ${usual}.`
  if (status === 'escalating') return `${now}: escalating. ${usual}.`
  return `${now}, more than usual${isOpen ? ': at the next check the group will count as escalating' : ''}. ${usual}.`
}
