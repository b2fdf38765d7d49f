import { StatusMark } from '@/components/pieces/status-mark'
import type { Status } from '@/components/pieces/status-shape'
import { runStatusLabel } from '@/lib/format/run-labels'

const shapes: Record<string, Status> = {
  completed: 'completed',
  failed: 'failed',
  failed_quality: 'fail',
  paused_for_approval: 'review',
  cancelled: 'cancelled',
}

type RunStatusProps = { status: string; wordHidden?: boolean; className?: string }

/** What became of a run, by its own account. */
export function RunStatus({ status, wordHidden, className }: RunStatusProps) {
  const word = runStatusLabel(status)
  return (
    <StatusMark
      status={shapes[status] ?? 'unknown'}
      word={word}
      wordHidden={wordHidden}
      title={word}
      className={className}
    />
  )
}
