import type { WeeklyMetric, WeeklyReport } from '@/lib/contracts/weekly/report'
import { formatPercent, formatScore } from '@/lib/format/number'
import { metricLabel } from '@/lib/format/week-words'

type Target = Pick<WeeklyMetric, 'kind' | 'chain'>
type MetricOption = { value: string; label: string; hint?: string; target: Target | null }

/** The numbers of a week that an action may be meant to move: of all chains, and of each. */
export function metricOptions({ totals, chains }: WeeklyReport): MetricOption[] {
  const option = (target: Target, hint: string): MetricOption => ({
    value: `${target.kind} ${target.chain ?? ''}`,
    label: metricLabel(target),
    hint,
    target,
  })
  return [
    { value: 'none', label: 'None', target: null },
    option({ kind: 'quality', chain: null }, formatScore(totals.current.mean)),
    option({ kind: 'failed_runs', chain: null }, formatPercent(totals.failed.share)),
    ...chains
      .filter(({ current }) => current.mean !== null)
      .map(({ chain, current }) => option({ kind: 'quality', chain }, formatScore(current.mean))),
    ...chains
      .filter(({ failedRuns }) => failedRuns > 0)
      .map(({ chain, failedRuns, runs }) => option({ kind: 'failed_runs', chain }, formatPercent(failedRuns / runs))),
  ]
}
