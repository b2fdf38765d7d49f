import { RelativeTime } from '@/components/ui/time'
import type { RunRow } from '@/lib/contracts/runs'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatCompact, formatCost } from '@/lib/presentation/format/number'

type RunCostsProps = { run: Pick<RunRow, 'occurredAt' | 'status' | 'durationMs' | 'tokens' | 'costUsd'> }

/** When a run began and what it took, as far as it is known. */
export function RunCosts({ run }: RunCostsProps) {
  return (
    <>
      <RelativeTime iso={run.occurredAt} />
      {run.status === 'running' && ', still running'}
      {run.durationMs !== null && `, took ${formatDuration(run.durationMs)}`}
      {run.tokens !== null && `, ${formatCompact(run.tokens)} tokens`}
      {run.costUsd !== null && `, ${formatCost(run.costUsd)}`}
    </>
  )
}
