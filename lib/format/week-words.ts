import type { ActionStatus } from '@/lib/contracts/weekly/actions'
import type { FailureLife, WeeklyMetric, WeeklyOutcome, WeeklyUnit } from '@/lib/contracts/weekly/report'
import { formatDate, formatDay } from './date'
import { formatPercent, formatScore } from './number'

export const failureLifeLabels: Record<FailureLife, string> = {
  new: 'New',
  returned: 'Came back',
  rising: 'Rising',
  steady: 'Steady',
  falling: 'Falling',
  gone: 'Gone',
}

export const unitTrendLabels: Record<WeeklyUnit['trend'], string> = {
  rising: 'More often',
  falling: 'Less often',
  steady: 'As before',
  unknown: 'Nothing to compare',
}

export const actionStatusLabels: Record<ActionStatus, string> = { open: 'Open', done: 'Done', dropped: 'Dropped' }

export const movedLabels: Record<NonNullable<WeeklyOutcome['moved']>, string> = {
  better: 'Better',
  worse: 'Worse',
  within_noise: 'Within the noise',
  unknown: 'Too little to say',
}

/** "Week 47". */
export function weekLabel(week: string): string {
  return `Week ${Number(week.slice(-2))}`
}

/** "16 Nov to 22 Nov 2026": the days of [from, to) in a zone. */
export function weekDays(from: string, to: string, timeZone: string): string {
  const last = new Date(Date.parse(to) - 1).toISOString()
  return `${formatDay(from, timeZone)} to ${formatDate(last, timeZone)}`
}

/** "Mean quality of answers". */
export function metricLabel({ kind, chain }: Pick<WeeklyMetric, 'kind' | 'chain'>): string {
  return `${kind === 'quality' ? 'Mean quality' : 'Failed runs'} of ${chain ?? 'all chains'}`
}

/** A value of such a number: a score, or a share. */
export function metricValue({ kind }: Pick<WeeklyMetric, 'kind'>, value: number | null): string {
  return kind === 'quality' ? formatScore(value) : formatPercent(value)
}
