import type { FailureGroupDetail } from '@/lib/contracts/failure-groups'
import { formatCount, formatPlural } from '../format/number'
import { runsHref } from '../links'
import { bucketName, bucketTick } from './chart-parts'
import { type CountBarsModel, prepareCountBars } from './prepare-count-bars'

/** Prepares how often a group occurred over time, each bar with a link to its runs. */
export function prepareFailureTrend(
  { group: { fingerprint }, trend: { unit, buckets, marks } }: Pick<FailureGroupDetail, 'group' | 'trend'>,
  project: string,
): CountBarsModel {
  const total = marks.reduce((sum, { roots, cascades }) => sum + roots + cascades, 0)
  const days = marks.filter(({ roots, cascades }) => roots + cascades > 0).length
  return prepareCountBars(
    buckets.map(({ start, end }, place) => {
      const { roots = 0, cascades = 0 } = marks[place] ?? {}
      return {
        key: start,
        tick: bucketTick(start, unit, buckets.length),
        name: bucketName(start, unit),
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

/** Returns a sentence on whether the group occurs more often than before. */
export function escalationSentence({
  state,
  count,
  expected,
  bound,
  days,
  needs,
}: FailureGroupDetail['escalation']): string {
  const now = `${formatPlural(count, 'failure')} in the last 24 hours`
  if (state === 'too_few')
    return `${now}. Too early to say whether that is more than usual: ${days} of ${needs} days known.`
  const usual = `A recent day had ${expected === null ? 'some' : expected.toFixed(1)}; more than ${formatCount(bound)} would be an escalation`
  return state === 'escalating' ? `${now}: escalating. ${usual}.` : `${now}, which is normal. ${usual}.`
}
