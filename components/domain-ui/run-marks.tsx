import { clsx } from 'clsx'
import type { Decision } from '@/lib/contracts/primitives'
import { runStatusLabel } from '@/lib/presentation/labels/runs'
import { decisionLabels } from '@/lib/presentation/labels/verdicts'
import { type Status, StatusMark } from './status-mark'

const statuses: Record<Decision, Status> = {
  accept: 'pass',
  accept_best: 'review',
  iterate: 'running',
  escalate: 'fail',
  insufficient_evidence: 'unknown',
}

const meanings: Record<Decision, string> = {
  accept: 'Good enough, with nothing blocking it',
  accept_best: 'No attempt met the threshold, so the best one is kept',
  iterate: 'Not good enough yet, and attempts remain',
  escalate: 'More attempts will not fix this. A person decides',
  insufficient_evidence: 'Too little was measured to decide',
}

type DecisionWordProps = {
  decision: Decision
  /** The run has not ended, so there is no decision yet. */
  isRunning?: boolean
  /** Tooltip text, instead of the general meaning of the decision. */
  reason?: string | null
  className?: string
}

/** Label of the decision on a run. */
export function DecisionWord({ decision, isRunning, reason, className }: DecisionWordProps) {
  if (isRunning) return <span className={clsx('text-ink-3', className)}>Not yet</span>
  return (
    <StatusMark
      status={statuses[decision]}
      word={decisionLabels[decision]}
      title={reason || meanings[decision]}
      className={className}
    />
  )
}

const shapes: Record<string, Status> = {
  completed: 'completed',
  failed: 'failed',
  failed_quality: 'fail',
  paused_for_approval: 'review',
  cancelled: 'cancelled',
  running: 'running',
}

type RunStatusProps = { status: string; wordHidden?: boolean; className?: string }

/** Status of a run as its client reported it. */
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
